import ChatModel

/// A reader of a map, key by key. Every key that is requested becomes known; `finish` reports all others.
package struct MapReader {
    package let position: SourcePosition
    /// The maximum number of unknown keys reported individually: each costs a search for a suggestion, and a file with more is no
    /// configuration.
    private static let maxUnknown = 100

    private let what: String
    private let entries: [ConfigNode.Entry]
    private let diagnostics: DiagnosticCollector
    private var known: [String] = []
    /// Names that users may know a key by from other programs, with the correct key.
    private var otherNames: [String: String] = [:]
    /// The suggestion for keys that belong elsewhere.
    private var advice: [String: String] = [:]
    /// Required keys that are missing although a similar one is present.
    private var missingRequired: [(key: String, write: String?)] = []
    private let sample: Int?

    /// Creates a reader; returns `nil` and adds a diagnostic for a node that is not a map. An empty node counts as an empty map.
    ///
    /// - Parameter what: The name of the map in messages: `a rule`.
    package init?(_ node: ConfigNode, _ what: String, _ diagnostics: DiagnosticCollector) {
        switch node.kind {
        case .map(let entries): self.entries = entries
        case .scalar where node.isEmpty: entries = []
        default:
            diagnostics.error(
                "wrong-kind", "\(what) must be a map of keys and values, not \(node.kindName)", at: node.position,
                suggestion: node.itemsAreEntries
                    ? "remove the '-' before each key"
                    : UsualKeys.suggestion(for: node, as: what) ?? "write { key: value }")
            return nil
        }
        position = node.position
        self.what = what
        self.diagnostics = diagnostics
        sample = node.sampleID
        note { $0.keys = $0.keys ?? [] }
    }

    /// Returns the value of a key; `nil` if it is not given.
    ///
    /// - Parameter doc: One sentence that editors show beside the key.
    package mutating func take(_ key: String, _ doc: StaticString = "") -> ConfigNode? { entry(key, doc)?.value }

    /// Registers other names of a key, for suggestions.
    package mutating func expect(_ names: [String], for key: String) { for name in names { otherNames[name] = key } }

    /// Registers what to write for keys that belong elsewhere.
    package mutating func advise(_ keys: [String], _ text: (String) -> String) { for key in keys { advice[key] = text(key) } }

    /// Returns a key with its position and value.
    package mutating func entry(_ key: String, _ doc: StaticString = "") -> ConfigNode.Entry? {
        known.append(key)
        if let blank = blank(key, doc) { return ConfigNode.Entry(key: key, keyPosition: position, value: blank) }
        return entries.first { $0.key == key }
    }

    /// Returns the value of a required key.
    ///
    /// - Parameter write: The text to add if the key is missing, if more than its name can be suggested.
    package mutating func require(_ key: String, _ doc: StaticString = "", write: String? = nil) -> ConfigNode? {
        if let blank = blank(key, doc, isRequired: true) { return blank }
        if let value = take(key, doc) { return value }
        if entries.contains(where: { stands($0.key, for: key) }) {
            missingRequired.append((key, write))
        } else {
            reportMissing(key, write)
        }
        return nil
    }

    /// Adds an error if none of some keys, which have already been requested, is present.
    package mutating func requireOne(of keys: [String]) {
        guard diagnostics.recorder == nil, !entries.contains(where: { keys.contains($0.key) }) else { return }
        if let meant = entries.compactMap({
            Synonyms.meaning(of: $0.key, among: keys) ?? Spelling.nearest(to: $0.key, among: keys)
        }).first {
            missingRequired.append((meant, nil))
        } else {
            diagnostics.error(
                "missing-key", "\(what) needs \(keys.map { "'\($0)'" }.joined(separator: " or "))", at: position,
                suggestion: keys.first.map { "add \($0): …" })
        }
    }

    /// Reports the keys that were not requested. To be called after all others.
    ///
    /// - Parameter elsewhere: Keys that belong in another file, and that file's name.
    package func finish(elsewhere: (file: String, keys: [String])? = nil) {
        note { $0.isClosed = true }
        let all = entries.filter { !known.contains($0.key) }
        let unknown = all.prefix(Self.maxUnknown)
        let meant = unknown.compactMap { meaning(of: $0.key) }
        // For a misspelt `triger`, `trigger` is not reported as missing too.
        for (key, write) in missingRequired where !meant.contains(key) { reportMissing(key, write) }
        for entry in unknown {
            diagnostics.error(
                "unknown-key", "'\(entry.key)' is not a key of \(what); known keys: \(known.joined(separator: ", "))",
                at: entry.keyPosition, suggestion: hint(entry, elsewhere: elsewhere))
        }
        if all.count > unknown.count {
            diagnostics.error(
                "unknown-key", "\(all.count - unknown.count) more keys are not keys of \(what)",
                at: all[unknown.endIndex].keyPosition)
        }
    }

    /// A Boolean value that indicates whether keys are left that were not asked for.
    var hasUnknownKeys: Bool { entries.contains { !known.contains($0.key) } }

    private func hint(_ entry: ConfigNode.Entry, elsewhere: (file: String, keys: [String])?) -> String? {
        let key = entry.key
        guard diagnostics.offersSuggestions else { return nil }
        if let elsewhere, elsewhere.keys.contains(key) { return "move it to \(elsewhere.file)" }
        if let text = quotedText(endingWith: entry) { return text }
        if let meant = otherNames[key] { return "did you mean '\(meant)'?" }
        if let advice = KeyAdvice.advice(for: key, of: what, value: entry.value) { return advice }
        if let meant = Synonyms.meaning(of: key, among: known) { return "did you mean '\(meant)'?" }
        if let advice = advice[key] { return advice }
        // YAML reads `store:{ path: x }` as one long key.
        if let glued = known.first(where: { key.hasPrefix($0 + ":") }) { return "put a space after '\(glued):'" }
        return Spelling.nearest(to: key, among: known).map { "did you mean '\($0)'?" } ?? "remove it"
    }

    /// Returns the key that an unknown one probably stands for.
    private func meaning(of key: String) -> String? {
        otherNames[key] ?? Synonyms.meaning(of: key, among: known) ?? Spelling.nearest(to: key, among: known)
    }

    private func stands(_ word: String, for key: String) -> Bool {
        guard word != key else { return false }
        return Synonyms.meaning(of: word, among: [key]) != nil || Spelling.nearest(to: word, among: [key]) != nil
    }

    /// Returns a suggestion for the end of a text in typographic quotation marks, which a comma has cut in two.
    private func quotedText(endingWith entry: ConfigNode.Entry) -> String? {
        guard entry.value.isEmpty, let last = entry.key.last, CurlyQuotes.closing.contains(last),
            let index = entries.firstIndex(where: { $0.keyPosition == entry.keyPosition }), index > 0,
            let start = entries[index - 1].value.scalarText, let first = start.first, CurlyQuotes.opening.contains(first)
        else { return nil }
        return "use straight quotation marks: \(ConfigNode.quoted("\(start.dropFirst()), \(entry.key.dropLast())"))"
    }

    private func blank(_ key: String, _ doc: StaticString, isRequired: Bool = false) -> ConfigNode? {
        guard let recorder = diagnostics.recorder, let sample else { return nil }
        return recorder.key(key, of: sample, "\(doc)", isRequired: isRequired)
    }

    private func note(_ change: (inout SchemaSample) -> Void) {
        guard let recorder = diagnostics.recorder, let sample else { return }
        recorder.note(sample, change)
    }

    private func reportMissing(_ key: String, _ write: String?) {
        diagnostics.error(
            "missing-key", "\(what) needs the key '\(key)'", at: position, suggestion: "add \(write ?? "\(key): …")")
    }
}
