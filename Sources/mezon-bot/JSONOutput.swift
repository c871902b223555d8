import MezonModel

/// Prints one JSON value on a line, with its keys in order and dates as ISO 8601.
func printJSON(_ value: some Encodable) throws { print(try JSONText.text(value)) }
