import Foundation

extension Draft {
    /// Returns the draft with components below it: five buttons per row, each select in a row of its own.
    ///
    /// - Throws: `ComponentError` past five rows, and for a component that cannot be shown.
    public func adding(_ components: [Component]) throws -> Draft {
        if let problem = components.lazy.compactMap(\.problem).first { throw problem }
        let rows = (content.extras["components"]?.array ?? []) + Component.rows(of: components)
        var ids: Set<String> = []
        let parts = rows.flatMap { $0.object?["components"]?.array ?? [] }
        if let twice = parts.compactMap({ $0.object?["id"]?.string }).first(where: { !$0.isEmpty && !ids.insert($0).inserted }) {
            throw ComponentError.sameComponent(twice)
        }
        guard rows.count <= Component.maxRows else {
            throw ComponentError.tooManyRows(count: rows.count, most: Component.maxRows)
        }
        return try setting("components", rows)
    }

    /// Returns the draft with components below it.
    ///
    /// - Throws: `ComponentError` past five rows, and for a component that cannot be shown.
    public func adding(_ components: Component...) throws -> Draft { try adding(components) }

    /// Returns the draft with a card below its text.
    ///
    /// - Throws: `ComponentError` for a card that cannot be shown.
    public func adding(_ card: Card) throws -> Draft {
        let draft = try setting("embed", (content.extras["embed"]?.array ?? []) + [card.json()])
        var names: Set<String> = []
        if let twice = FormPart.list(of: draft.content).first(where: { !names.insert($0.name).inserted }) {
            throw ComponentError.sameField(twice.name)
        }
        return draft
    }

    /// Returns the draft with a form below it. Add a button that submits the form separately.
    ///
    /// - Throws: `ComponentError` for a form that cannot be shown.
    public func adding(_ form: Form) throws -> Draft { try adding(form.card) }

    /// Returns the draft with a list in its content, which must fit into one message: only text is split.
    private func setting(_ key: String, _ items: [JSONValue]) throws -> Draft {
        guard !items.isEmpty else { return self }
        var draft = self
        draft.content.extras[key] = .array(items)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let fixed = draft.content.extras.filter { ["components", "embed"].contains($0.key) }
        let units = String(decoding: try encoder.encode(fixed), as: UTF8.self).utf16.count
        guard units <= Self.maxUnits else { throw ComponentError.tooLong(units: units, most: Self.maxUnits) }
        return draft
    }

    private static let maxUnits = 3900  // A message has 4000; the rest is for its text's first character and its ranges.
}
