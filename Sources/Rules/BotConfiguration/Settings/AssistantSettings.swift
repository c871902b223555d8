package import ChatModel

/// The access of an assistant program that reaches the bot through the console's port.
package struct AssistantSettings: Hashable, Sendable {
    /// The name in logs.
    package var name: String
    /// The token that it presents.
    package var token: Secret
    /// The clans that it sees and acts in; nil for everything.
    package var clans: Set<ClanID>?
    /// A Boolean value that indicates whether it gets the tools that change the bot.
    package var allowsChanges: Bool

    package init(name: String, token: Secret, clans: Set<ClanID>? = nil, allowsChanges: Bool = false) {
        self.name = name
        self.token = token
        self.clans = clans
        self.allowsChanges = allowsChanges
    }
}

extension AssistantSettings {
    /// Reads `assistants: { claude: { token: …, clans: […], allow_changes: true } }`.
    static func read(
        _ node: ConfigNode, names: NameRegistry, secrets: SecretSource, _ diagnostics: DiagnosticCollector
    ) -> [AssistantSettings] {
        var assistants: [AssistantSettings] = []
        for entry in node.named("'assistants'", diagnostics) {
            guard let (assistant, token) = read(entry, names: names, secrets: secrets, diagnostics) else { continue }
            if let other = assistants.first(where: { $0.token.reveal() == assistant.token.reveal() }) {
                diagnostics.error(
                    "same-token", "'\(assistant.name)' has the same token as '\(other.name)', which may have another access",
                    at: token.position, suggestion: "generate one for each, for example with `openssl rand -hex 32`")
            } else {
                assistants.append(assistant)
            }
        }
        return assistants
    }

    private static func read(
        _ entry: ConfigNode.Entry, names: NameRegistry, secrets: SecretSource, _ diagnostics: DiagnosticCollector
    ) -> (AssistantSettings, token: ConfigNode)? {
        guard var map = MapReader(entry.value, "an assistant", diagnostics) else { return nil }
        let token = map.require(
            "token", "`${env:…}` or `${file:…}`: what the assistant has to present.",
            write: "token: \"${file:\(entry.key).token}\"")
        let secret = token.flatMap { ConsoleSettings.token($0, secrets, diagnostics) }
        let clans = map.take("clans", "The clans that it sees and acts in, by names of `names` (default: everything).")
        let allowsChanges =
            map.take("allow_changes", "Whether it gets the tools that change the bot (default: false).")?.truth(diagnostics)
            ?? false
        map.finish()
        var found: Set<ClanID>?
        if let clans {
            guard let items = clans.list(diagnostics) else { return nil }
            let ids = items.compactMap { names.clan($0, diagnostics) }
            if items.isEmpty, !diagnostics.isRecording {
                diagnostics.error(
                    "no-clan", "'\(entry.key)' sees no clan", at: clans.position,
                    suggestion: "name the clans, or remove 'clans' to give access to everything")
            }
            // An access that is not understood completely must not become a wider one.
            guard !ids.isEmpty, ids.count == items.count else { return nil }
            found = Set(ids)
        }
        guard let token, let secret else { return nil }
        return (AssistantSettings(name: entry.key, token: secret, clans: found, allowsChanges: allowsChanges), token)
    }
}
