package import MezonModel

/// The names that the operator gave to things of Mezon. They share one namespace, so a name alone says what it means.
package struct Names: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case clans, channels, roles, users

        var singular: String { String(rawValue.dropLast()) }
    }

    package struct Entry: Hashable, Sendable {
        package var kind: Kind
        package var id: Int64
        package var place: Place
    }

    private var entries: [String: Entry] = [:]

    package init() {}

    package func channel(_ node: ConfigNode, _ findings: Findings) -> ChannelID? {
        id(.channels, node, findings).map { ChannelID($0) }
    }

    package func clan(_ node: ConfigNode, _ findings: Findings) -> ClanID? { id(.clans, node, findings).map { ClanID($0) } }

    /// A user's name, or an id as it stands.
    package func user(_ node: ConfigNode, _ findings: Findings) -> UserID? {
        if case .scalar(let text, let style) = node.kind, let id = UserID(text), !id.isNone {
            Names.warnIfUnquoted(style, at: node.place, findings)
            return id
        }
        return id(.users, node, findings).map { UserID($0) }
    }

    /// The name of a channel, for messages and listings; the smallest in the alphabet where it has several.
    package func name(of channel: ChannelID) -> String? {
        entries.filter { $0.value.kind == .channels && $0.value.id == channel.rawValue }.keys.min()
    }

    private func id(_ kind: Kind, _ node: ConfigNode, _ findings: Findings) -> Int64? {
        guard let name = node.text(findings) else { return nil }
        if let entry = entries[name] {
            if entry.kind == kind { return entry.id }
            findings.error(
                "wrong-name", "'\(name)' is a \(entry.kind.singular) (\(entry.place)), and a \(kind.singular) belongs here",
                at: node.place)
            return nil
        }
        let candidates = findings.guesses ? entries.filter { $0.value.kind == kind }.keys.sorted() : []
        let nearest = Spelling.nearest(to: name, among: candidates)
        let definition = nearest.flatMap { entries[$0] }.map { " (\($0.place))" } ?? ""
        findings.error(
            "unknown-name", "\(kind.singular) '\(name)' is not in names.\(kind.rawValue)", at: node.place,
            suggestion: nearest.map { "did you mean '\($0)'\(definition)?" })
        return nil
    }

    mutating func add(_ entry: Entry, as name: String, _ findings: Findings) {
        if let first = entries[name] {
            findings.error(
                "duplicate-name",
                "'\(name)' already names a \(first.kind.singular) (\(first.place)); names are shared by all kinds",
                at: entry.place)
        } else {
            entries[name] = entry
        }
    }

    static func warnIfUnquoted(_ style: ConfigNode.Style, at place: Place, _ findings: Findings) {
        guard style == .plain else { return }
        findings.warning(
            "unquoted-id", "an id without quotes is a number to other YAML readers, and loses its last digits there", at: place,
            suggestion: "put quotes around it")
    }
}
