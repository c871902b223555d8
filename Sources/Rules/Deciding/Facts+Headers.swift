import MezonModel

/// What stands before the text of a message, as the configuration has it read.
extension Facts {
    func parted(by rules: HeaderSchema) -> MessageHeader.Parted { MessageHeader.split(text, by: rules) }

    /// Of two headers of one name the first.
    func header(_ name: String, by rules: HeaderSchema) -> MessageHeader? {
        parted(by: rules).headers.first { $0.name == name }
    }
}
