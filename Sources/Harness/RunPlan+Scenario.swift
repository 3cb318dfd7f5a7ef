internal import Conditioner
public import Profiles

extension RunPlan {
  /// What a scenario's links have before its first step is called so.
  static let scenarioStart = "start"

  /// A scenario as its seed makes it, its ramps kept away from its probes.
  ///
  /// - Parameter seed: What decides random steps where the scenario has no seed of its own.
  public init(_ scenario: Scenario, seed: UInt64) {
    let beginning = scenario.interfaces.map { interface in
      var profile = interface.profile
      profile.linkState = interface.state
      return PlannedChange(time: .zero, step: Self.scenarioStart, interface: interface.name, profile: profile)
    }
    let steps = Self.inOrder(
      Self.awayFromProbes(
        scenario.timeline(seed: scenario.seed ?? seed), beginning: beginning, probe: scenario.probe),
      interfaces: scenario.interfaces.map(\.name))
    self.init(
      title: scenario.name, scenario: scenario.name, profile: beginning.first?.profile ?? .unconditioned,
      interfaces: scenario.interfaces.map { LabInterface($0.type, name: $0.name) }, changes: beginning + steps,
      end: scenario.length * scenario.rounds, probe: scenario.probe, seed: scenario.seed,
      monitors: scenario.monitors, expectations: scenario.expectations)
  }

  /// The changes, with the parts of ramps moved to where no request and no answer of a probe is near: a probe that meets
  /// one part's conditions in one run and the next one's in another might be lost in only one of them.
  ///
  /// A part comes as much later as it takes, in steps of 10 ms, and not at all if it takes until the next change.
  static func awayFromProbes(
    _ conditions: [TimedCondition], beginning: [PlannedChange], probe: ScenarioProbe
  ) -> [PlannedChange] {
    var crossings = ProbeCrossings(probe, interfaces: beginning.map(\.interface))
    for change in beginning { crossings.apply(change) }
    // Parts behind the other changes of their moment, since they may come later.
    let ordered = conditions.enumerated().sorted { a, b in
      let (first, second) = (a.element, b.element)
      return (first.time, first.isPartOfRamp ? 1 : 0, a.offset) < (second.time, second.isPartOfRamp ? 1 : 0, b.offset)
    }.map(\.element)
    var changes: [PlannedChange] = []
    for (index, condition) in ordered.enumerated() {
      var change = PlannedChange(
        time: condition.time, step: condition.step, interface: condition.interface, profile: condition.profile)
      if condition.isPartOfRamp {
        let next = ordered[index...].first { $0.time > condition.time }?.time ?? condition.time + .milliseconds(100)
        guard let time = crossings.firstFree(from: condition.time, before: next) else { continue }
        change.time = time
      }
      crossings.apply(change)
      changes.append(change)
    }
    return changes
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
