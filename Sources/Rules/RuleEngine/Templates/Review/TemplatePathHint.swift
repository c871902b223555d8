import ChatModel

/// Suggestions for what stands in the braces of a template but is no value or filter.
enum TemplatePathHint {
    /// Returns a suggestion for an unknown value.
    static func hint(_ text: String) -> String {
        if text.first.map({ "#/%^!>".contains($0) }) == true || text.hasPrefix("if ") || text.hasPrefix("for ") {
            return "use the action if: { when: …, then: … } in place of statements"
        }
        if let (path, fallback) = alternative(in: text) { return "write \(path) | default: \(fallback)" }
        if let meant = ValueSynonyms.meant(by: text) { return "write \(meant)" }
        if let nearest = Spelling.nearest(to: text, among: TemplatePath.known) { return "did you mean '\(nearest)'?" }
        let root = text.prefix { $0 != "." && $0 != "[" }
        let alike = TemplatePath.known.filter { $0.hasPrefix(root + ".") }.prefix(5)
        guard !root.isEmpty, !alike.isEmpty else {
            return "begin with author, target, message, channel, clan, event, match, command, rule or vars"
        }
        return "write \(alike.joined(separator: " or "))"
    }

    /// Returns the value and the replacement of `author.name or 'friend'`.
    private static func alternative(in text: String) -> (path: String, fallback: String)? {
        guard let found = text.wholeMatch(of: /(\S+) +(?:or|\?\?|\?:) +["']?(.+?)["']?/) else { return nil }
        let path = String(found.output.1)
        guard let known = TemplatePath(path).map({ _ in path }) ?? ValueSynonyms.meant(by: path) else { return nil }
        return (known, String(found.output.2))
    }

    /// Returns the filter meant by `truncate(10)`; `nil` if there is none.
    static func filter(_ text: String) -> String? {
        guard let found = text.wholeMatch(of: /(\w+) *\( *["']?(.*?)["']? *\)/) else { return nil }
        let name = String(found.output.1)
        let candidates = [name, Spelling.nearest(to: name, among: TemplateFilter.names) ?? name]
        guard let known = candidates.first(where: TemplateFilter.names.contains) else { return nil }
        let call = found.output.2.isEmpty ? known : "\(known): \(found.output.2)"
        return TemplateFilter(known, argument: found.output.2.isEmpty ? nil : String(found.output.2)) == nil
            ? TemplateFilter.examples[known] : call
    }
}

extension TemplatePath {
    /// Returns a suggestion for a value that none of a rule's triggers provides.
    func substitute(for name: String, at kinds: Set<RuleTrigger.Kind>) -> String {
        let triggers = kinds.map(\.rawValue).sorted().joined(separator: " and ")
        switch self {
        case .messageTextBefore: return "write trigger: edit, or message.text"
        case .channel, .channelID, .channelName:
            let hasClan = TemplatePath.clanName.triggersWithout(kinds).isEmpty
            return hasClan ? "write clan.name, or the channel's name" : "write the channel's name, or remove the value"
        case .user(.author), .trait(.author, _): return "remove it: there is no author on \(triggers)"
        case .user(.target), .trait(.target, _):
            let hasAuthor = TemplatePath.user(.author).triggersWithout(kinds).isEmpty
            return hasAuthor ? "write author in place of target" : "remove it: there is no target on \(triggers)"
        case .commandName, .commandArguments: return "write trigger: { command: … }, or remove the value"
        default: return "remove it, or write \(name) | default: none"
        }
    }
}
