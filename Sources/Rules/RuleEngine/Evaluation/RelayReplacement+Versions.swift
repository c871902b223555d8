import ChatModel

extension [RelayReplacement] {
    /// Returns a message and, where replacements change its text, the versions that relays show.
    func versions(of message: Message) -> [Message] {
        var known: Set<String> = [message.text]
        return [message]
            + compactMap { replacement in
                let text = replacement(message.text)
                guard known.insert(text).inserted else { return nil }
                var version = message
                version.content = Content(text)
                return version
            }
    }
}

extension RuleSet {
    func versions(of message: Message) -> [Message] { relayReplacements.versions(of: message) }
}

extension Facts {
    func versions(of message: Message) -> [Message] { relayReplacements.versions(of: message) }
}
