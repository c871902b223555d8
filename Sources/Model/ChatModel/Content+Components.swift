extension Content {
    /// The buttons and selects of a message in order: those of its cards, then those in the rows below it.
    package var components: [[String: JSONValue]] {
        let fields = (extras["embed"]?.array ?? []).flatMap { $0.object?["fields"]?.array ?? [] }
        let rows = (extras["components"]?.array ?? []).flatMap { $0.object?["components"]?.array ?? [] }
        return (fields.flatMap { $0.object?["button"]?.array ?? [] } + rows).compactMap(\.object)
    }
}
