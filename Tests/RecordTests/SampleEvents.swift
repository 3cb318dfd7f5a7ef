import Record

/// One event of every type that a record may have, with every optional field once there and once absent.
enum SampleEvents {
  static let profile = ProfileRecord(
    name: "Edge", downlink: ProfileRecord.Lane(rate: 240_000, delay: 400_000_000, loss: 0.005),
    uplink: ProfileRecord.Lane(rate: nil, delay: 440_000_000, loss: 1), dnsDelay: 100_000_000,
    interfaceType: "cellular", linkState: "up")

  static let path = PathChanged.Path(
    status: "unsatisfied", reason: "no route", interfaces: ["wlan0 wifi"], expensive: true, families: ["ipv4"],
    dns: false)

  static let payloads: [RecordPayload] = [
    .runStarted(
      RunStarted(
        tool: "linkcond", profile: profile, engine: "userspace", engineReason: "The kernel has no sch_netem.",
        kernel: "6.1.0", seed: .max, wallClock: "2026-11-30T06:40:44Z", monitors: ["path", "probe"],
        families: ["ipv4", "ipv6"], processors: 2, congestionControl: "cubic", buffers: ["4096 131072 67108864"],
        offloads: [], phases: ["baseline": 2_000_000_000])),
    .conditionChanged(
      ConditionChanged(step: "applied", profile: profile, interface: "wwan0", began: 1_999_000_000, applied: .max)),
    .linkChanged(KernelChange(what: "wwan0", before: "up", after: nil)),
    .addressChanged(KernelChange(what: "wwan0", before: nil, after: "192.0.2.2/24")),
    .routeChanged(KernelChange(what: "default", before: "via 192.0.2.1", after: "via 192.0.2.3")),
    .pathChanged(PathChanged(old: nil, new: path)),
    .pathChanged(PathChanged(old: path, new: path)),
    .flagsChanged(
      FlagsChanged(old: nil, new: FlagsChanged.Flags(letters: "WR t------", number: 0x40003))),
    .appOutput(AppOutput(stream: "stderr", line: "no network")),
    .appOutput(AppOutput(stream: "stdout", line: "the first part", isCut: true)),
    .appStatus(AppStatus(status: "offline")),
    .appExited(AppExited(code: 3)),
    .appExited(AppExited(signal: 9)),
    .probeSent(ProbeSent(sequence: 7, kind: "icmp", target: "203.0.113.1")),
    .probeResult(
      ProbeAnswer(sequence: 7, kind: "icmp", target: "203.0.113.1", outcome: "reply", rtt: 203_400_000, sent: 5)),
    .probeResult(
      ProbeAnswer(sequence: 8, kind: "dns", target: "origin.test", outcome: "timeout", rtt: nil, sent: 6)),
    .transition(
      Transition(
        monitor: "probe", from: "online", to: "offline", condition: "applied", firstEvidence: 1, decided: 2,
        delivered: 3, sinceCondition: 4, evidence: [5, 6])),
    .transition(
      Transition(
        monitor: "path", from: "satisfied", to: "satisfied", condition: "Wi-Fi lost", firstEvidence: 1, decided: 2,
        delivered: 3, sinceCondition: 4, evidence: [5], fromInterface: "wlan0", toInterface: "wwan0")),
    .measured(
      Measured(
        step: "applied", quantity: "loss", direction: "uplink", asked: 0.5, got: nil, samples: 0, method: "none")),
    .counters(
      LaneCount(
        interface: "wwan0", direction: "downlink", offeredPackets: 10, offeredBytes: 740, deliveredPackets: 9,
        deliveredBytes: 666, lostByCondition: nil, droppedByQueue: 1, lateness: 60_000)),
    .runFinished(RunFinished(outcome: "failed", failure: "The lab could not be made.", saturated: true)),
    .runFinished(
      RunFinished(
        outcome: "completed", starved: 6_000_000, stalls: [RunFinished.Stall(from: 1_000_000, to: 7_000_000)])),
    .unknown(type: "weather.changed", fields: ["sky": .string("blue"), "seed": .unsigned(.max)]),
  ]

  static let events = payloads.enumerated().map { RecordEvent(t: Int64($0) * 10, n: $0, run: "Edge", payload: $1) }
}
