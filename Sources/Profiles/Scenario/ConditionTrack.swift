/// What happens on one interface, step by step: what is under way is played up to the next step, which may end it.
struct ConditionTrack {
  private struct Ramp {
    let from: Profile
    let to: Profile
    let start: Duration
    let time: Duration
    let step: String
    /// The parts that are done.
    var done = 0
    /// Whether the state at its end is the target's.
    var setsState = true

    var parts: Int { ConditionRamp.parts(of: time) }
    /// When the next part is due, to the nanosecond.
    var due: Duration {
      let share = Double(done + 1) / Double(parts)
      return done + 1 == parts ? start + time : start + ConditionRamp.between(.zero, time, share)
    }
  }

  private struct Flap {
    let state: LinkState
    let out: ClosedRange<Duration>
    let back: ClosedRange<Duration>
    let end: Duration
    let step: String
    var draws: SplitMix64
    var due: Duration
    /// Whether the link is out now.
    var isOut = false
  }

  private let interface: String
  private var profile: Profile
  private var ramp: Ramp?
  private var flap: Flap?
  private var conditions: [TimedCondition] = []

  init(interface: String, profile: Profile) {
    self.interface = interface
    self.profile = profile
  }

  /// Does what a step does; steps come in the order of time.
  mutating func apply(_ action: ScenarioStep.Action, at time: Duration, named step: String, draws: SplitMix64) {
    play(before: time)
    switch action {
    case .profile(let profile):
      (ramp, flap) = (nil, nil)
      self.profile = profile
      note(time, step)
    case .state(let state):
      flap = nil
      ramp?.setsState = false
      profile.linkState = state
      note(time, step)
    case .ramp(let to, let over):
      ramp = Ramp(from: profile, to: to, start: time, time: max(.nanoseconds(1), over), step: step)
      ramp?.setsState = flap == nil
    case .flap(let state, let out, let back, let lasting):
      ramp?.setsState = false
      flap = Flap(state: state, out: out, back: back, end: time + lasting, step: step, draws: draws, due: time)
    }
  }

  /// Everything that happened, to the end.
  func finished() -> [TimedCondition] {
    var track = self
    track.play(before: nil)
    return track.conditions
  }

  private mutating func note(_ time: Duration, _ step: String, isPartOfRamp: Bool = false) {
    conditions.append(
      TimedCondition(time: time, step: step, interface: interface, profile: profile, isPartOfRamp: isPartOfRamp))
  }

  /// Plays what is under way and due before `time`, or at it if what comes then would end it; nil for all of it.
  private mutating func play(before time: Duration?) {
    while let next = [ramp?.due, flap?.due].compactMap({ $0 }).min(), time.map({ next <= $0 }) ?? true {
      if ramp?.due == next { playRamp() } else { playFlap() }
    }
  }

  private mutating func playRamp() {
    guard var ramp else { return }
    let due = ramp.due
    ramp.done += 1
    let state = profile.linkState
    let share = Double(ramp.done) / Double(ramp.parts)
    profile = ConditionRamp(from: ramp.from, to: ramp.to).profile(at: share)
    if ramp.done < ramp.parts || !ramp.setsState { profile.linkState = state }
    note(due, ramp.step, isPartOfRamp: ramp.done < ramp.parts)
    self.ramp = ramp.done < ramp.parts ? ramp : nil
  }

  private mutating func playFlap() {
    guard var flap else { return }
    let due = flap.due
    // Whatever was drawn, the link is up when the time is over.
    flap.isOut = due < flap.end && !flap.isOut
    let isOver = due >= flap.end
    let state = flap.isOut ? flap.state : .up
    if state != profile.linkState || !isOver {
      profile.linkState = state
      note(due, flap.step)
    }
    if isOver {
      self.flap = nil
    } else {
      flap.due = min(flap.end, due + flap.draws.duration(in: flap.isOut ? flap.out : flap.back))
      self.flap = flap
    }
  }
}
