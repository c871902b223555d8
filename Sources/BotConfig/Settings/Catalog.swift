/// Something that the operator gave a name, for use elsewhere in the configuration.
package protocol Named: Hashable, Sendable {
    /// `ladder`, for messages and, with `unknown-` before it, as a code.
    static var noun: String { get }
    var name: String { get }
    /// Where the name stands.
    var place: SourcePosition { get }
}

/// Named things of one kind, found by name, and which of them were asked for.
package struct Catalog<Item: Named>: Hashable, Sendable {
    package private(set) var all: [Item] = []
    private let uses = NameUsageTracker()

    package init() {}

    package func item(named name: String) -> Item? {
        uses.add(name)
        return all.first { $0.name == name }
    }

    /// What the node names; `nil`, and a diagnostic, where there is no such thing.
    package func item(_ node: ConfigNode, _ findings: DiagnosticCollector) -> Item? {
        guard let name = node.text(findings) else { return nil }
        if let item = item(named: name) { return item }
        let names = all.map(\.name)
        let known = names.isEmpty ? "there are none" : "there are \(names.joined(separator: ", "))"
        findings.unknownWord(
            name, at: node.place, code: "unknown-\(Item.noun)", message: "there is no \(Item.noun) '\(name)'; \(known)",
            candidates: names)
        return nil
    }

    mutating func add(_ item: Item, _ findings: DiagnosticCollector) {
        if let first = all.first(where: { $0.name == item.name }) {
            findings.error(
                "duplicate-name", "the \(Item.noun) '\(item.name)' was already given (\(first.place))", at: item.place,
                suggestion: "choose another name, such as \(item.name)-2")
        } else {
            all.append(item)
        }
    }

    /// Warnings about what nobody asked for. Worth asking only once everything has been read without an error.
    package var unused: [Diagnostic] {
        all.filter { !uses.contains($0.name) }.map {
            Diagnostic(
                .warning, "unused-name", "nothing uses the \(Item.noun) '\($0.name)'", at: $0.place, suggestion: "remove it")
        }
    }

    // Who has asked for an item says nothing about what there is.
    package static func == (left: Catalog, right: Catalog) -> Bool { left.all == right.all }
    package func hash(into hasher: inout Hasher) { hasher.combine(all) }
}
