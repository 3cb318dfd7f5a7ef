internal import Conditioner
internal import Profiles
internal import Record

extension RunPlan {
  /// The plan of a recorded run, expectations included.
  ///
  /// - Throws: ``RerunFault``, or `ProfileFaults` for a profile in it that this version can't read.
  init(_ started: RunStarted) throws {
    guard let plan = started.plan else {
      throw RerunFault("it was made by a version that did not write down its plans")
    }
    let profiles = try plan.profiles.map { try Profile(propertyList: Array($0.utf8), file: "the record") }
    let changes = try plan.changes.map { change in
      guard profiles.indices.contains(change.profile) else {
        throw RerunFault("a step names profile \(change.profile), and it has \(profiles.count)")
      }
      return PlannedChange(
        time: .nanoseconds(change.time), step: change.step, interface: change.interface,
        profile: profiles[change.profile])
    }
    let interfaces = try plan.interfaces.map { interface in
      guard let type = InterfaceType(rawValue: interface.type) else {
        throw RerunFault("interface '\(interface.name)' is of the unknown type '\(interface.type)'")
      }
      return LabInterface(type, name: interface.name)
    }
    let rules = plan.probe
    self.init(
      title: started.scenario ?? started.profile.name, scenario: started.scenario,
      profile: changes.first { $0.profile.name == started.profile.name }?.profile ?? .unconditioned,
      interfaces: interfaces, changes: changes, end: .nanoseconds(plan.end), surveyedStep: plan.surveyedStep,
      probe: ScenarioProbe(
        interval: rules?.interval.map { .nanoseconds($0) }, timeout: rules?.timeout.map { .nanoseconds($0) },
        failuresToGoOffline: rules?.failuresToGoOffline, successesToComeOnline: rules?.successesToComeOnline),
      seed: started.seed, monitors: plan.monitors, expectations: try plan.expectations.map { try Expectation(text: $0) }
    )
  }
}
