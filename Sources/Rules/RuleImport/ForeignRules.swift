import BotConfiguration

/// The rules of a foreign file, translated but not yet written.
struct ForeignRules {
    /// The drafts for each rule.
    private(set) var drafts: [[RuleDraft]] = []
    private(set) var names = RequiredNames()
    /// The lines of `counters`, for those that decay.
    private(set) var counters: [String] = []
    private(set) var notes: [String] = []

    init(_ text: String, file: String, _ system: ForeignSystem, _ diagnostics: DiagnosticCollector) {
        switch system {
        case .automoderator: readAutoModerator(text, file, diagnostics)
        case .zeppelin: readZeppelin(text, file, diagnostics)
        case .discord: readDiscord(text, file, diagnostics)
        }
    }

    private mutating func readAutoModerator(_ text: String, _ file: String, _ diagnostics: DiagnosticCollector) {
        let page = AutoModeratorPage(text, file: file, diagnostics)
        for (index, rule) in page.rules.enumerated() {
            if let draft = AutoModeratorTranslation.draft(rule, number: index + 1, names: &names, diagnostics) {
                drafts.append([draft])
            }
        }
    }

    private mutating func readDiscord(_ text: String, _ file: String, _ diagnostics: DiagnosticCollector) {
        guard let root = ForeignDocument.read(JSONNotation.readable(text), file: file, diagnostics) else { return }
        for (index, rule) in DiscordRule.rules(of: root, diagnostics).enumerated() {
            drafts.append([DiscordTranslation.draft(rule, number: index + 1, names: &names)])
        }
    }

    private mutating func readZeppelin(_ text: String, _ file: String, _ diagnostics: DiagnosticCollector) {
        guard let root = ForeignDocument.read(text, file: file, diagnostics) else { return }
        let guild = ZeppelinGuild(root, diagnostics)
        var translation = ZeppelinTranslation(guild: guild, diagnostics: diagnostics, names: names)
        for plugin in guild.plugins { drafts += translation.drafts(of: plugin) }
        names = translation.names
        counters = translation.decaying.sorted().compactMap { line(of: $0, guild) }
        let others = guild.plugins.filter { !ZeppelinTranslation.plugins.contains($0.name) && $0.config != nil }.map(\.name)
        if !others.isEmpty {
            notes.append("Not rules, and not imported: the plugins \(others.prefix(40).joined(separator: ", ")).")
        }
    }

    /// Returns the line that lets a counter decay.
    private func line(of name: String, _ guild: ZeppelinGuild) -> String? {
        guard let counter = guild.counters[name], let decay = counter.decay, let every = ForeignDelay(decay.every) else {
            return nil
        }
        let amount = min(decay.by, 1_000_000)
        return "\(YAMLWriter.scalar(name)): { scope: \(counter.scope), decay: { by: \(amount), every: \(every) } }"
    }
}
