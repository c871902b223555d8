import ChatModel

/// Prints one JSON value on a line, with sorted keys and ISO 8601 dates.
func printJSON(_ value: some Encodable) throws { print(try JSONText.text(value)) }
