package import MezonModel

/// The names that the operator gave to things of Mezon and to lists. They share one namespace, so a name alone says what it means.
package struct NameRegistry: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case clans, categories, channels, roles, users, lists

        package var singular: String { self == .categories ? "category" : String(rawValue.dropLast()) }

        /// Where such names are given.
        var home: String { self == .lists ? "lists" : "names.\(rawValue)" }
    }

    package struct Entry: Hashable, Sendable {
        package var name: String
        package var kind: Kind
        /// Zero for a list, which Mezon does not know.
        package var id: Int64
        package var place: SourcePosition
        package var way = Direction.both
    }

    /// Whether a channel is spoken in and heard: webhooks may only receive, or only post.
    package enum Direction: Hashable, Sendable { case both, inward, outward }

    private var entries: [String: Entry] = [:]
    private let uses = NameUsageTracker()

    package init() {}

    package func channel(_ node: ConfigNode, _ findings: DiagnosticCollector) -> ChannelID? {
        entry(node, kinds: [.channels], findings).map { ChannelID($0.id) }
    }

    package func clan(_ node: ConfigNode, _ findings: DiagnosticCollector) -> ClanID? {
        entry(node, kinds: [.clans], findings).map { ClanID($0.id) }
    }

    package func category(_ node: ConfigNode, _ findings: DiagnosticCollector) -> CategoryID? {
        entry(node, kinds: [.categories], findings).map { CategoryID($0.id) }
    }

    package func role(_ node: ConfigNode, _ findings: DiagnosticCollector) -> RoleID? {
        entry(node, kinds: [.roles], findings).map { RoleID($0.id) }
    }

    /// The list's own name, by which `Configuration.lists` has it.
    package func list(_ node: ConfigNode, _ findings: DiagnosticCollector) -> String? {
        entry(node, kinds: [.lists], findings)?.name
    }

    /// A user's name, or an id as it stands.
    package func user(_ node: ConfigNode, _ findings: DiagnosticCollector) -> UserID? {
        if case .scalar(let text, let style) = node.kind, let id = UserID(text), !id.isNone {
            NameRegistry.warnIfUnquoted(style, at: node.place, findings)
            return id
        }
        return entry(node, kinds: [.users], findings).map { UserID($0.id) }
    }

    /// What a name stands for; `nil`, and a diagnostic, where there is none or it is of another kind.
    package func entry(_ node: ConfigNode, kinds: [Kind], _ findings: DiagnosticCollector) -> Entry? {
        guard let name = node.text(findings) else { return nil }
        let wanted = kinds.map(\.singular).joined(separator: " or ")
        if let entry = entries[name] {
            uses.add(name)
            if kinds.contains(entry.kind) { return entry }
            findings.error(
                "wrong-name", "'\(name)' is a \(entry.kind.singular) (\(entry.place)), and a \(wanted) belongs here",
                at: node.place, suggestion: some(of: kinds) ?? "name one in \(kinds.map(\.home).joined(separator: " or "))")
            return nil
        }
        let candidates = findings.guesses ? entries.filter { kinds.contains($0.value.kind) }.keys.sorted() : []
        let nearest = Spelling.nearest(to: name, among: candidates)
        let definition = nearest.flatMap { entries[$0] }.map { " (\($0.place))" } ?? ""
        findings.error(
            "unknown-name", "\(wanted) '\(name)' is not in \(kinds.map(\.home).joined(separator: " or "))", at: node.place,
            suggestion: nearest.map { "did you mean '\($0)'\(definition)?" }
                ?? "add it there\(some(of: kinds).map { ", or \($0)" } ?? "")")
        return nil
    }

    /// `write general, lab or support`; nil where there are none.
    private func some(of kinds: [Kind]) -> String? {
        let names = entries.filter { kinds.contains($0.value.kind) }.keys.sorted().prefix(4)
        guard let last = names.last else { return nil }
        return "write \((names.count > 1 ? names.dropLast().joined(separator: ", ") + " or " : "") + last)"
    }

    /// All names, by the alphabet.
    package var all: [Entry] { entries.values.sorted { $0.name < $1.name } }

    /// What a name stands for, for those who have only its text, such as a template.
    package func entry(named name: String) -> Entry? {
        if entries[name] != nil { uses.add(name) }
        return entries[name]
    }

    /// The name of a channel, for messages and listings; the smallest in the alphabet where it has several.
    package func name(of channel: ChannelID) -> String? {
        entries.filter { $0.value.kind == .channels && $0.value.id == channel.rawValue }.keys.min()
    }

    mutating func add(_ entry: Entry, _ findings: DiagnosticCollector) {
        if let first = entries[entry.name] {
            findings.error(
                "duplicate-name",
                "'\(entry.name)' already names a \(first.kind.singular) (\(first.place)); names are shared by all kinds",
                at: entry.place, suggestion: "choose another name, such as \(entry.name)-\(entry.kind.singular)")
        } else {
            entries[entry.name] = entry
        }
    }

    /// Warnings about names that nobody asked for. Worth asking only once everything has been read without an error.
    package var unused: [Diagnostic] {
        all.filter { !uses.contains($0.name) }.map { entry in
            Diagnostic(
                .warning, "unused-name", "nothing uses the \(entry.kind.singular) '\(entry.name)'", at: entry.place,
                suggestion: "remove it")
        }
    }

    static func warnIfUnquoted(_ style: ConfigNode.Style, at place: SourcePosition, _ findings: DiagnosticCollector) {
        guard style == .plain else { return }
        findings.warning(
            "unquoted-id", "an id without quotes is a number to other YAML readers, and loses its last digits there", at: place,
            suggestion: "put quotes around it")
    }

    // Who has asked for a name says nothing about what the names are.
    package static func == (left: NameRegistry, right: NameRegistry) -> Bool { left.entries == right.entries }
    package func hash(into hasher: inout Hasher) { hasher.combine(entries) }
}
