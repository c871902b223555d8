import BotKit

/// A button or a select, referred to by its id or by its visible label.
struct NamedComponent {
    let id: String
    let exists: Bool
    /// The visible label.
    let label: String?
    private let values: [String: String]

    init(_ name: String, of content: Content) {
        let items = content.components
        let item = items.first { $0["id"]?.string == name } ?? items.first { Self.label(of: $0) == name }
        exists = item != nil
        id = item?["id"]?.string ?? name
        label = item.flatMap(Self.label)
        let options = item?["component"]?.object?["options"]?.array?.compactMap(\.object) ?? []
        values = Dictionary(
            options.compactMap { option in
                option["label"]?.string.flatMap { label in option["value"]?.string.map { (label, $0) } }
            }, uniquingKeysWith: { first, _ in first })
    }

    func value(_ name: String) -> String { values[name] ?? name }

    /// Returns the visible label of an option.
    func label(ofValue value: String) -> String? { values.filter { $0.value == value }.keys.min() }

    private static func label(of item: [String: JSONValue]) -> String? {
        let component = item["component"]?.object
        return component?["label"]?.string ?? component?["placeholder"]?.string
    }
}
