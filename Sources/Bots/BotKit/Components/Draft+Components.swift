extension Draft {
    /// Returns the draft with components below it: five buttons per row, each select in a row of its own.
    ///
    /// - Throws: `ComponentError.tooManyRows` past five rows.
    public func adding(_ components: [Component]) throws -> Draft {
        var rows = content.extras["components"]?.array ?? []
        var row: [JSONValue] = []
        func close() {
            if !row.isEmpty { rows.append(.object(["components": .array(row)])) }
            row = []
        }
        for component in components {
            if component.isWide || row.count == Self.rowLength { close() }
            row.append(component.json)
            if component.isWide { close() }
        }
        close()
        guard rows.count <= Self.maxRows else { throw ComponentError.tooManyRows(count: rows.count, most: Self.maxRows) }
        var draft = self
        if !rows.isEmpty { draft.content.extras["components"] = .array(rows) }
        return draft
    }

    /// Returns the draft with components below it.
    ///
    /// - Throws: `ComponentError.tooManyRows` past five rows.
    public func adding(_ components: Component...) throws -> Draft { try adding(components) }

    /// Returns the draft with a form below it. Add a button that submits the form separately.
    public func adding(_ form: Form) -> Draft {
        var draft = self
        draft.content.extras["embed"] = .array((content.extras["embed"]?.array ?? []) + [form.json])
        return draft
    }

    private static let rowLength = 5
    private static let maxRows = 5  // The number of rows that Mezon's clients show.
}
