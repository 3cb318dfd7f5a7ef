internal import LinuxSystem

/// What the measuring service remembers, and its answers.
///
/// It sends more than it got only to who has shown, with a token that it was sent, that it really is at its address; and
/// never more than ``MeasurementDatagram/longestTrain`` frames an order.
struct MeasurementSessions {
  private struct Key: Hashable {
    let client: SocketAddress
    let session: UInt64
  }

  private struct Session {
    let token: UInt64
    var received: UInt32 = 0
    /// The last few trains that came up, the newest last.
    var trains: [Train] = []
    var lastUse: Int

    mutating func note(_ number: UInt32, at time: Int64, keep: Int) {
      guard let index = trains.firstIndex(where: { $0.number == number }) else {
        trains.append(Train(number: number, frames: 1, first: time, last: time))
        if trains.count > keep { trains.removeFirst() }
        return
      }
      trains[index].frames += 1
      trains[index].last = time
    }
  }

  private struct Train {
    let number: UInt32
    var frames: UInt32
    let first: Int64
    var last: Int64
  }

  /// More clients than this at once make the service forget the one that was silent for longest.
  static let mostSessions = 64
  private static let keptTrains = 4

  private var sessions: [Key: Session] = [:]
  private var uses = 0

  /// The datagrams to send back.
  ///
  /// - Parameter received: The kernel's receive stamp.
  mutating func answer(_ bytes: [UInt8], from client: SocketAddress, received: Int64) -> [[UInt8]] {
    guard let datagram = MeasurementDatagram(decoding: bytes) else { return [] }
    let key = Key(client: client, session: datagram.session)
    uses += 1
    var session = sessions.removeValue(forKey: key) ?? Session(token: .random(in: 1...UInt64.max), lastUse: uses)
    session.lastUse = uses
    defer {
      sessions[key] = session
      forgetOldest()
    }
    func reply(_ kind: MeasurementDatagram.Kind, count: UInt32 = 0, value: UInt64 = 0) -> MeasurementDatagram {
      MeasurementDatagram(kind, session: datagram.session, number: datagram.number, count: count, value: value)
    }
    switch datagram.kind {
    case .probe:
      session.received &+= 1
      return [reply(.probeAnswer, count: session.received).encoded(size: bytes.count)]
    case .totalsRequest: return [reply(.totals, count: session.received).encoded()]
    case .open: return [reply(.opened, value: session.token).encoded()]
    case .trainRequest:
      let size = Int(datagram.payloadSize)
      guard datagram.value == session.token, (1...UInt32(MeasurementDatagram.longestTrain)).contains(datagram.count),
        (MeasurementDatagram.headerSize...MeasurementDatagram.largestPayload).contains(size)
      else { return [] }
      return (0..<datagram.count).map {
        reply(.trainFrame, count: datagram.count, value: UInt64($0)).encoded(size: size)
      }
    case .trainFrame:
      session.note(datagram.number, at: received, keep: Self.keptTrains)
      return []
    case .reportRequest:
      let train = session.trains.first { $0.number == datagram.number }
      return [
        reply(.report, count: train?.frames ?? 0, value: train.map { UInt64(max(0, $0.last - $0.first)) } ?? 0)
          .encoded()
      ]
    case .probeAnswer, .totals, .opened, .report: return []
    }
  }

  private mutating func forgetOldest() {
    guard sessions.count > Self.mostSessions, let oldest = sessions.min(by: { $0.value.lastUse < $1.value.lastUse })
    else { return }
    sessions[oldest.key] = nil
  }
}
