/// The content of a configuration's files besides its rules, as far as rules may depend on it, without positions.
///
/// A rule that is written alike means the same in two configurations with equal shared settings.
package struct SharedSettings: Hashable, Sendable {
    /// The sections on which no rule depends. Included files and the texts of lists and models are compared themselves.
    private static let otherSections: Set = ["rules", "include", "store", "send", "console", "tracing", "reload"]
    /// The account, which a stored revision does not have.
    private static let account: Set = ["gateway", "id", "token"]

    private var sections: [ConfigNode.Entry] = []
    private var texts: [String: String] = [:]
    private var documents: Set<String> = []

    /// Adds the sections of a file.
    mutating func add(_ root: ConfigNode) {
        guard case .map(let entries) = root.kind else { return }
        documents.insert(root.position.file)
        for entry in entries where !Self.otherSections.contains(entry.key) {
            var entry = entry.withoutPositions
            if entry.key == "bot", case .map(let inner) = entry.value.kind {
                entry.value.kind = .map(inner.filter { !Self.account.contains($0.key) })
            }
            sections.append(entry)
        }
    }

    /// Adds the texts that are no documents: lists and models.
    mutating func add(_ sources: SourceFiles) { texts = sources.texts.filter { !documents.contains($0.key) } }

    // The names of the files do not matter.
    package static func == (left: SharedSettings, right: SharedSettings) -> Bool {
        left.sections == right.sections && left.texts == right.texts
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(sections)
        hasher.combine(texts)
    }
}

extension RuleDeclaration {
    /// The rule as written, for comparison with another revision, in which it may stand elsewhere.
    package var content: ConfigNode { node.withoutPositions }
    /// The id as written; nil without one.
    package var id: String? { node.value("id")?.scalarText }
}

extension ConfigNode {
    fileprivate var withoutPositions: ConfigNode {
        switch kind {
        case .scalar: ConfigNode(kind: kind, position: .none)
        case .list(let items): ConfigNode(kind: .list(items.map(\.withoutPositions)), position: .none)
        case .map(let entries): ConfigNode(kind: .map(entries.map(\.withoutPositions)), position: .none)
        }
    }
}

extension ConfigNode.Entry {
    fileprivate var withoutPositions: ConfigNode.Entry {
        ConfigNode.Entry(key: key, keyPosition: .none, value: value.withoutPositions)
    }
}

extension SourcePosition {
    fileprivate static let none = SourcePosition(file: "", line: 0, column: 0)
}
