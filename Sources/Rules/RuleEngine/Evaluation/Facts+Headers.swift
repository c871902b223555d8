import ChatModel

/// The headers before the text of a message, as configured.
extension Facts {
    func splitHeaders(by rules: HeaderSchema) -> MessageHeader.SplitBody { MessageHeader.split(text, by: rules) }

    /// Returns the first header of a name.
    func header(_ name: String, by rules: HeaderSchema) -> MessageHeader? {
        splitHeaders(by: rules).headers.first { $0.name == name }
    }
}
