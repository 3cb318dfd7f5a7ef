/// What a value of a foreign file is.
enum FormatContent {
  case object([FormatMember])
  case array([FormatValue])
  case string(String)
  /// A number, as it was written.
  case number(String)
  case boolean(Bool)
  case null
  /// Something that no format has a use for, by its name.
  case other(String)
}
