internal import Conditioner
internal import Profiles
internal import Record

extension PlanRecord {
  /// A plan in the record's terms.
  init(_ plan: RunPlan, _ options: HarnessOptions) {
    var profiles: [String] = []
    var numbers: [Profile: Int] = [:]
    let changes = plan.changes.map { change in
      let number = numbers[change.profile] ?? profiles.count
      if number == profiles.count {
        numbers[change.profile] = number
        profiles.append(change.profile.propertyListText)
      }
      return Change(
        time: change.time.wholeNanoseconds, step: change.step, interface: change.interface, profile: number)
    }
    let rules = plan.probe
    self.init(
      interfaces: plan.interfaces.map { Interface(name: $0.name, type: $0.type.rawValue) }, profiles: profiles,
      changes: changes, end: plan.end.wholeNanoseconds, surveyedStep: plan.surveyedStep,
      probe: rules == ScenarioProbe()
        ? nil
        : Probe(
          interval: rules.interval?.wholeNanoseconds, timeout: rules.timeout?.wholeNanoseconds,
          failuresToGoOffline: rules.failuresToGoOffline, successesToComeOnline: rules.successesToComeOnline),
      monitors: plan.monitors, expectations: (plan.expectations + options.expectations).map(\.description),
      recoveryLimit: options.recoveryLimit?.wholeNanoseconds, hasWayOut: options.hasWayOut ? true : nil,
      jobs: options.jobs < options.plans.count ? options.jobs : nil)
  }
}
