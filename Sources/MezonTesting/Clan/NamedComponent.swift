import BotKit

/// A button or a select as somebody names it: by its id, or by what people read on it.
struct NamedComponent {
    let id: String
    let isThere: Bool
    private let values: [String: String]

    init(_ name: String, of message: Message) {
        let rows = message.content.extras["components"]?.array ?? []
        let items = rows.flatMap { $0.object?["components"]?.array ?? [] }.compactMap(\.object)
        let item =
            items.first { $0["id"]?.string == name }
            ?? items.first { item in
                let component = item["component"]?.object
                return [component?["label"]?.string, component?["placeholder"]?.string].contains(name)
            }
        isThere = item != nil
        id = item?["id"]?.string ?? name
        let options = item?["component"]?.object?["options"]?.array?.compactMap(\.object) ?? []
        values = Dictionary(
            options.compactMap { option in
                option["label"]?.string.flatMap { label in option["value"]?.string.map { (label, $0) } }
            }, uniquingKeysWith: { first, _ in first })
    }

    func value(_ name: String) -> String { values[name] ?? name }
}
