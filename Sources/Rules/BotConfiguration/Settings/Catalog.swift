/// An item that the operator has named, for use elsewhere in the configuration.
package protocol Named: Hashable, Sendable {
    /// The kind of item for messages and, preceded by `unknown-`, for diagnostic codes: `ladder`.
    static var noun: String { get }
    var name: String { get }
    /// The position of the name.
    var position: SourcePosition { get }
}

/// The named items of one kind, which records the names that are used.
package struct Catalog<Item: Named>: Hashable, Sendable {
    package private(set) var all: [Item] = []
    /// The names of items with mistakes, which are reported where they are; their uses are no mistakes.
    private var rejected: Set<String> = []
    private let uses = NameUsageTracker()

    package init() {}

    package func item(named name: String) -> Item? {
        uses.add(name)
        return all.first { $0.name == name }
    }

    /// Returns the item that a node names; returns `nil` and adds a diagnostic if there is none, and `nil` if it has mistakes.
    package func item(_ node: ConfigNode, _ diagnostics: DiagnosticCollector) -> Item? {
        guard let name = node.text(diagnostics) else { return nil }
        if let item = item(named: name) { return item }
        guard !rejected.contains(name) else { return nil }
        let names = all.map(\.name)
        let known = names.isEmpty ? "none is defined" : "known: \(names.joined(separator: ", "))"
        diagnostics.unknownWord(
            name, at: node.position, code: "unknown-\(Item.noun)", message: "unknown \(Item.noun) '\(name)'; \(known)",
            candidates: names)
        return nil
    }

    mutating func add(_ item: Item, _ diagnostics: DiagnosticCollector) {
        if let first = all.first(where: { $0.name == item.name }) {
            diagnostics.error(
                "duplicate-name", "duplicate \(Item.noun) '\(item.name)' (first: \(first.position))", at: item.position,
                suggestion: "choose another name, such as \(item.name)-2")
        } else {
            all.append(item)
        }
    }

    mutating func reject(_ name: String) { rejected.insert(name) }

    /// The warnings about unused items. Valid only once everything has been read without errors.
    package var unused: [Diagnostic] {
        all.filter { !uses.contains($0.name) }.map {
            Diagnostic(
                .warning, "unused-name", "the \(Item.noun) '\($0.name)' is unused", at: $0.position, suggestion: "remove it")
        }
    }

    // The recorded uses, and the mistakes, are not part of the value.
    package static func == (left: Catalog, right: Catalog) -> Bool { left.all == right.all }
    package func hash(into hasher: inout Hasher) { hasher.combine(all) }
}
