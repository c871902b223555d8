/// A button or select below a message. Create it with a `Route`, or with `link(_:_:)`.
public struct Component: Hashable, Sendable {
    let json: JSONValue
    /// A Boolean value that indicates whether the component takes a whole row.
    let isWide: Bool

    static let maxChoices = 25  // As many as a phone shows without a search field.

    static func button(id: String, label: String, style: ButtonStyle) -> Component {
        Component(
            json: .object([
                "id": .string(id), "type": .integer(1),
                "component": .object(["label": .string(label), "style": .integer(style.rawValue)]),
            ]), isWide: false)
    }

    /// Creates a button that opens a web page and sends no event.
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

/// The appearance of a button.
@nonexhaustive
public enum ButtonStyle: Hashable, Sendable {
    /// The emphasis of the button, which determines its color.
    case primary, secondary, success, danger

    static let link: Int64 = 5

    /// The style's number in Mezon's protocol (Documentation/Protocol.md §3.6).
    var rawValue: Int64 {
        switch self {
        case .primary: 1
        case .secondary: 2
        case .success: 3
        case .danger: 4
        }
    }
}
