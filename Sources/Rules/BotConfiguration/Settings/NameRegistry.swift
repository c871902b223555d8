package import ChatModel

/// The names that the operator has given to objects of Mezon and to lists. All kinds share one namespace, so a name alone is
/// unambiguous.
package struct NameRegistry: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case clans, categories, channels, roles, users, lists

        package var singular: String { self == .categories ? "category" : String(rawValue.dropLast()) }

        /// The section in which names of this kind are defined.
        var section: String { self == .lists ? "lists" : "names.\(rawValue)" }
    }

    package struct Entry: Hashable, Sendable {
        package var name: String
        package var kind: Kind
        /// The id; zero for a list, which Mezon does not know.
        package var id: Int64
        package var position: SourcePosition
        package var direction = Direction.both
        /// The position of the id, if it is written.
        var idPosition: SourcePosition?
    }

    /// The directions in which a channel works: webhook channels may only receive, or only post.
    package enum Direction: Hashable, Sendable { case both, inward, outward }

    private var entries: [String: Entry] = [:]
    private var namesByID: [Kind: [Int64: String]] = [:]
    private let uses = NameUsageTracker()

    package init() {}

    /// - Parameter words: Words that may be written in place of a name, for suggestions.
    package func channel(_ node: ConfigNode, or words: [String] = [], _ diagnostics: DiagnosticCollector) -> ChannelID? {
        entry(node, kinds: [.channels], or: words, diagnostics).map { ChannelID($0.id) }
    }

    package func clan(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) -> ClanID? {
        entry(node, kinds: [.clans], diagnostics).map { ClanID($0.id) }
    }

    package func category(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) -> CategoryID? {
        entry(node, kinds: [.categories], diagnostics).map { CategoryID($0.id) }
    }

    package func role(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) -> RoleID? {
        entry(node, kinds: [.roles], diagnostics).map { RoleID($0.id) }
    }

    /// Returns the name of a list, which identifies it in `Configuration.lists`.
    package func list(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) -> String? {
        entry(node, kinds: [.lists], diagnostics)?.name
    }

    /// Returns the user that a node gives by name or id.
    ///
    /// - Parameter words: Words that may be written in place of a name, for suggestions.
    package func user(_ node: ConfigNode, or words: [String] = [], _ diagnostics: DiagnosticCollector) -> UserID? {
        if case .scalar(let text, let style) = node.kind, let id = UserID(text), !id.isNone {
            NameRegistry.warnIfUnquoted(style, at: node.position, diagnostics)
            return id
        }
        return entry(node, kinds: [.users], or: words, diagnostics).map { UserID($0.id) }
    }

    /// Returns the entry that a node names; returns `nil` and adds a diagnostic if there is none or it is of another kind.
    ///
    /// - Parameter words: Words that may be written in place of a name, for suggestions.
    package func entry(
        _ node: ConfigNode, kinds: [Kind], or words: [String] = [], _ diagnostics: DiagnosticCollector
    ) -> Entry? {
        guard let name = node.text(diagnostics) else { return nil }
        let wanted = kinds.map(\.singular).joined(separator: " or ")
        if let entry = entries[name] {
            uses.add(name)
            if kinds.contains(entry.kind) { return entry }
            diagnostics.error(
                "wrong-name", "'\(name)' is a \(entry.kind.singular) (\(entry.position)); expected a \(wanted)",
                at: node.position,
                suggestion: suggestion(for: kinds) ?? "write a name from \(kinds.map(\.section).joined(separator: " or "))")
            return nil
        }
        let candidates = diagnostics.offersSuggestions ? entries.filter { kinds.contains($0.value.kind) }.keys.sorted() : []
        let nearest = Spelling.nearest(to: name, among: candidates)
        let definition = nearest.flatMap { entries[$0] }.map { " (\($0.position))" } ?? ""
        diagnostics.error(
            "unknown-name", "\(wanted) '\(name)' is not in \(kinds.map(\.section).joined(separator: " or "))", at: node.position,
            suggestion: (Synonyms.meaning(of: name, among: words) ?? Spelling.nearest(to: name, among: words)).map {
                "did you mean '\($0)'?"
            } ?? nearest.map { "did you mean '\($0)'\(definition)?" }
                ?? "add it there\(suggestion(for: kinds).map { ", or \($0)" } ?? "")")
        return nil
    }

    /// Returns a suggestion such as `write general, lab or support`; nil if there are no names.
    private func suggestion(for kinds: [Kind]) -> String? {
        let names = entries.filter { kinds.contains($0.value.kind) }.keys.sorted().prefix(4)
        guard let last = names.last else { return nil }
        return "write \((names.count > 1 ? names.dropLast().joined(separator: ", ") + " or " : "") + last)"
    }

    /// All entries, in alphabetical order.
    package var all: [Entry] { entries.values.sorted { $0.name < $1.name } }

    /// Returns the entry of a name given as text, as in a template.
    package func entry(named name: String) -> Entry? {
        if entries[name] != nil { uses.add(name) }
        return entries[name]
    }

    /// Returns the name of a channel for messages and listings; the first in alphabetical order if it has several.
    package func name(of channel: ChannelID) -> String? {
        entries.filter { $0.value.kind == .channels && $0.value.id == channel.rawValue }.keys.min()
    }

    mutating func add(_ entry: Entry, _ diagnostics: DiagnosticCollector) {
        if let first = entries[entry.name] {
            diagnostics.error(
                "duplicate-name",
                "'\(entry.name)' already names a \(first.kind.singular) (\(first.position)); all kinds share one namespace",
                at: entry.position, suggestion: "choose another name, such as \(entry.name)-\(entry.kind.singular)")
        } else {
            warnOfSameID(entry, diagnostics)
            entries[entry.name] = entry
        }
    }

    private mutating func warnOfSameID(_ entry: Entry, _ diagnostics: DiagnosticCollector) {
        guard ![.lists, .clans].contains(entry.kind) else { return }  // Clans are checked on their own.
        guard let other = namesByID[entry.kind]?[entry.id].flatMap({ entries[$0] }) else {
            namesByID[entry.kind, default: [:]][entry.id] = entry.name
            return
        }
        diagnostics.warning(
            "same-id", "'\(entry.name)' has the same id as '\(other.name)' (\(other.position))",
            at: entry.idPosition ?? entry.position,
            suggestion: "copy the id again, or use the name \(other.name) for both")
    }

    /// The warnings about unused names. Valid only once everything has been read without errors.
    package var unused: [Diagnostic] {
        all.filter { !uses.contains($0.name) }.map { entry in
            Diagnostic(
                .warning, "unused-name", "the \(entry.kind.singular) '\(entry.name)' is unused", at: entry.position,
                suggestion: "remove it")
        }
    }

    static func warnIfUnquoted(_ style: ConfigNode.Style, at position: SourcePosition, _ diagnostics: DiagnosticCollector) {
        guard style == .plain else { return }
        diagnostics.warning(
            "unquoted-id", "other YAML readers treat an unquoted id as a number and lose its last digits", at: position,
            suggestion: "put quotes around it")
    }

    // The recorded uses are not part of the value.
    package static func == (left: NameRegistry, right: NameRegistry) -> Bool { left.entries == right.entries }
    package func hash(into hasher: inout Hasher) { hasher.combine(entries) }
}
