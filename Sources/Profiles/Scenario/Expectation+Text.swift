extension Expectation: CustomStringConvertible {
  /// What an expectation looks like, for messages.
  static let forms = [
    "probe offline within 5s after applied", "path stays satisfied for 10s after applied", "probe transitions <= 2",
    "probe order online, offline, online", "exit 0", "rtt roundTrip 90ms..120ms in applied",
  ]
  private static let keywords = ["stays", "transitions", "order", "within", "for", "after"]

  /// Reads an expectation from one line, as `--expect` takes it.
  ///
  /// `probe offline within 5s after applied` · `path stays satisfied for 10s after applied` · `probe transitions <= 2` ·
  /// `probe order online, offline, online` · `exit 0` · `rtt roundTrip 90ms..120ms in applied`,
  /// `loss downlink 9%..11%`, `rate uplink >= 300kbit/s`. Where the client has several interfaces, the path's status may name
  /// the one that carries the traffic: `path satisfied (wwan0) within 2s after Wi-Fi lost`. `for …`, `after …` and `in …` may be left out; a bound may be
  /// `<= 120ms` or `>= 90ms`. A step's name may have spaces; a status with a space or a comma stands in quotes.
  ///
  /// - Throws: ``ExpectationFault``, which says what is wrong and what is allowed.
  public init(text: String) throws(ExpectationFault) {
    var words = try ExpectationWords(text)
    if words.take(keyword: "exit") {
      self = try Self.exit(&words)
      return
    }
    let subject = try words.take("a monitor, a quantity or 'exit'")
    if MonitorWords.quantities.contains(subject) {
      self = try Self.measured(subject, &words)
    } else if MonitorWords.names.contains(subject) {
      self = try Self.observed(subject, &words)
    } else {
      let known = MonitorWords.names + MonitorWords.quantities + ["exit"]
      throw words.fault(
        MonitorWords.refusal(of: subject, as: "what an expectation can be about", among: known) ?? "it is not known")
    }
  }

  private static func exit(_ words: inout ExpectationWords) throws(ExpectationFault) -> Expectation {
    let number = try words.take("an exit status")
    guard let status = Int32(number), (0...255).contains(status) else {
      throw words.fault("\"\(QuantityFault.shown(number))\" is not an exit status, which lies between 0 and 255")
    }
    try words.finish("the end")
    return .exit(status: status)
  }

  private static func observed(
    _ monitor: String, _ words: inout ExpectationWords
  ) throws(ExpectationFault) -> Expectation {
    func status(_ words: inout ExpectationWords) throws(ExpectationFault) -> String {
      var status = try words.take("a status")
      if monitor == "path", let interface = words.takeParenthesised() { status += " \(interface)" }
      if let refusal = MonitorWords.refusal(of: status, by: monitor) { throw words.fault(refusal) }
      return status
    }
    if words.take(keyword: "stays") {
      let status = try status(&words)
      let lasting = words.take(keyword: "for") ? try words.takeDuration() : nil
      let step = try words.takeTail("after")
      try words.finish(lasting == nil ? "'for', 'after' or the end" : "'after' or the end")
      return .stays(monitor: monitor, status: status, lasting: lasting, after: step)
    }
    if words.take(keyword: "transitions") {
      return .transitions(monitor: monitor, atMost: try transitions(&words))
    }
    if words.take(keyword: "order") {
      var statuses: [String] = []
      repeat { statuses.append(try status(&words)) } while words.take(keyword: ",")
      try words.finish("a comma or the end")
      return .order(monitor: monitor, statuses: statuses)
    }
    let status = try status(&words)
    guard words.take(keyword: "within") else {
      throw words.fault("'within' and a duration are expected after the status; an example is \"\(forms[0])\"")
    }
    let within = try words.takeDuration()
    let step = try words.takeTail("after")
    try words.finish("'after' or the end")
    return .reaches(monitor: monitor, status: status, within: within, after: step)
  }

  private static func transitions(_ words: inout ExpectationWords) throws(ExpectationFault) -> Int {
    var text = try words.take("<= and a number")
    guard text.hasPrefix("<=") else { throw words.fault("<= and a number are expected after 'transitions'") }
    text.removeFirst(2)
    if text.isEmpty { text = try words.take("a number") }
    guard let most = Int(text), (0...1_000_000).contains(most) else {
      throw words.fault("\"\(QuantityFault.shown(text))\" is not a number of transitions, from 0 to 1000000")
    }
    try words.finish("the end")
    return most
  }

  private static func measured(
    _ quantity: String, _ words: inout ExpectationWords
  ) throws(ExpectationFault) -> Expectation {
    let direction = try words.take("a direction")
    let directions = MonitorWords.directions(of: quantity)
    if let refusal = MonitorWords.refusal(of: direction, as: "a direction of \(quantity)", among: directions) {
      throw words.fault(refusal)
    }
    let text = words.takeAll(before: "in")
    let bounds: ClosedRange<Double>
    do throws(QuantityFault) {
      bounds = try MeasuredBounds(quantity: quantity).parse(text)
    } catch {
      throw words.fault("\(error)")
    }
    let step = try words.takeTail("in")
    try words.finish("the end")
    return .measured(quantity: quantity, direction: direction, step: step, bounds: bounds)
  }

  /// The expectation in one line. Reading it gives the expectation again, if its bounds are whole nanoseconds and bits.
  public var description: String {
    func tail(_ keyword: String, _ step: String?) -> String {
      step.map { " \(keyword) \(ExpectationWords.quotedTail($0))" } ?? ""
    }
    func quoted(_ status: String) -> String { ExpectationWords.quoted(status, keywords: Self.keywords) }
    switch self {
    case .reaches(let monitor, let status, let within, let step):
      return "\(monitor) \(quoted(status)) within \(within.compactText)" + tail("after", step)
    case .stays(let monitor, let status, let lasting, let step):
      let time = lasting.map { " for \($0.compactText)" } ?? ""
      return "\(monitor) stays \(quoted(status))\(time)" + tail("after", step)
    case .transitions(let monitor, let most):
      return "\(monitor) transitions <= \(most)"
    case .order(let monitor, let statuses):
      return "\(monitor) order \(statuses.map(quoted).joined(separator: ", "))"
    case .exit(let status):
      return "exit \(status)"
    case .measured(let quantity, let direction, let step, let bounds):
      return "\(quantity) \(direction) \(MeasuredBounds(quantity: quantity).text(bounds))" + tail("in", step)
    }
  }
}

extension Duration {
  /// The duration without a space before its unit, as one word.
  fileprivate var compactText: String { quantityText.filter { $0 != " " } }
}
