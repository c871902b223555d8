/// Something below a message that people can press or choose from. A `Route` makes it.
public struct Component: Hashable, Sendable {
    let json: JSONValue
    /// Whether it has a row to itself.
    let isWide: Bool

    static let mostChoices = 25  // As many as fit on a telephone without a search.

    static func button(id: String, label: String, style: ButtonStyle) -> Component {
        Component(
            json: .object([
                "id": .string(id), "type": .integer(1),
                "component": .object(["label": .string(label), "style": .integer(style.number)]),
            ]), isWide: false)
    }

    /// A button that leads to a page and tells nobody that it was pressed.
    public static func link(_ label: String, _ address: String) -> Component {
        Component(
            json: .object([
                "id": .string(address), "type": .integer(1),
                "component": .object([
                    "label": .string(label), "style": .integer(ButtonStyle.link), "url": .string(address),
                ]),
            ]), isWide: false)
    }

    static func select(id: String, placeholder: String, _ options: [(label: String, value: String)]) -> Component {
        Component(
            json: .object([
                "id": .string(id), "type": .integer(2), "component": choices(placeholder, options, isMultiple: false),
            ]), isWide: true)
    }

    static func choices(_ placeholder: String, _ options: [(label: String, value: String)], isMultiple: Bool) -> JSONValue {
        .object([
            "type": .integer(1), "placeholder": .string(placeholder),
            "options": .array(options.map { .object(["label": .string($0.label), "value": .string($0.value)]) }),
            "min_options": .integer(1), "max_options": .integer(isMultiple ? Int64(options.count) : 1),
        ])
    }
}

/// How a button looks.
public enum ButtonStyle: Hashable, Sendable {
    case primary, secondary, success, danger

    static let link: Int64 = 5

    /// Mezon's numbers, from the protocol page §4.11.
    var number: Int64 {
        switch self {
        case .primary: 1
        case .secondary: 2
        case .success: 3
        case .danger: 4
        }
    }
}
