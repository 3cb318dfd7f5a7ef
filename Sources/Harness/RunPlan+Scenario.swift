internal import Conditioner
public import Profiles

extension RunPlan {
  /// What a scenario's links have before its first step is called so.
  static let scenarioStart = "start"

  /// A scenario as its seed makes it.
  ///
  /// - Parameter seed: What decides random steps where the scenario has no seed of its own.
  public init(_ scenario: Scenario, seed: UInt64) {
    let beginning = scenario.interfaces.map { interface in
      var profile = interface.profile
      profile.linkState = interface.state
      return PlannedChange(time: .zero, step: Self.scenarioStart, interface: interface.name, profile: profile)
    }
    let steps = Self.inOrder(
      scenario.timeline(seed: scenario.seed ?? seed).map {
        PlannedChange(time: $0.time, step: $0.step, interface: $0.interface, profile: $0.profile)
      }, interfaces: scenario.interfaces.map(\.name))
    self.init(
      title: scenario.name, scenario: scenario.name, profile: beginning.first?.profile ?? .unconditioned,
      interfaces: scenario.interfaces.map { LabInterface($0.type, name: $0.name) }, changes: beginning + steps,
      end: scenario.length * scenario.rounds, probe: scenario.probe, monitors: scenario.monitors,
      expectations: scenario.expectations)
  }

  /// Changes of one moment in the order in which they make no path in between that nobody planned: what comes up or stays
  /// so, the best interface first, then what goes down, the best one last.
  static func inOrder(_ changes: [PlannedChange], interfaces: [String]) -> [PlannedChange] {
    changes.enumerated().sorted { a, b in
      func rank(_ item: (offset: Int, element: PlannedChange)) -> (Duration, Int, Int) {
        let place = interfaces.firstIndex(of: item.element.interface) ?? 0
        let isUp = item.element.profile.linkState == .up
        return (item.element.time, isUp ? 0 : 1, isUp ? place : -place)
      }
      let (first, second) = (rank(a), rank(b))
      return first == second ? a.offset < b.offset : first < second
    }.map(\.element)
  }
}
