/// A key and its value.
struct FormatMember {
  let key: String
  let value: FormatValue
}
