/// How often a delay differs how much. Equivalent to `distribution` of tc-netem(8).
public enum JitterDistribution: Hashable, Sendable {
  /// Every difference up to the deviation is as likely.
  case uniform
  /// The bell curve.
  case normal
  /// Few packets that are very late.
  case pareto
  /// A quarter normal, three quarters Pareto.
  case paretonormal
  /// A table in netem's form: differences in 8192ths of the deviation, in ascending order, each as likely.
  case table(name: String, values: [Int16])
}
