/// Fields to be filled in, to stand in a message. Any button of the same message submits them.
///
///     struct Wish: Decodable { var days: Int; var kind: Kind; var why: String? }
///     static let wish = Route<NoPayload>("wish")
///
///     try Draft("").adding(Form("Ask for leave", .text("days", "How many days"), .choice("kind", "Which", Kind.self),
///         .lines("why", "Why"))).adding(Self.wish.button("Send"))
///
///     Press(Self.wish, form: Wish.self) { (context, wish) in … }
public struct Form: Hashable, Sendable {
    let title: String
    let text: String
    let fields: [FormField]

    /// - Parameters:
    ///   - title: its heading.
    ///   - text: what stands below the heading.
    ///   - fields: named as the properties into which they are read.
    public init(_ title: String, text: String = "", _ fields: FormField...) {
        self.title = title
        self.text = text
        self.fields = fields
    }

    /// As Mezon writes it: inputs live in the fields of an embed.
    var json: JSONValue {
        var object: [String: JSONValue] = ["title": .string(title), "fields": .array(fields.map(\.json))]
        if !text.isEmpty { object["description"] = .string(text) }
        return .object(object)
    }
}

/// One field of a form.
public struct FormField: Hashable, Sendable {
    let name: String
    let label: String
    private let type: Int64
    private let component: JSONValue

    /// One line of text.
    public static func text(_ name: String, _ label: String, placeholder: String = "", value: String = "") -> FormField {
        input(name, label, "text", placeholder, value, isLong: false)
    }

    /// A number.
    public static func number(_ name: String, _ label: String, placeholder: String = "", value: String = "") -> FormField {
        input(name, label, "number", placeholder, value, isLong: false)
    }

    /// Text over several lines.
    public static func lines(_ name: String, _ label: String, placeholder: String = "", value: String = "") -> FormField {
        input(name, label, "text", placeholder, value, isLong: true)
    }

    /// One of some values, each with what people read.
    ///
    /// - Parameter isMultiple: whether several may be chosen; the property is a list then.
    public static func choice(
        _ name: String, _ label: String, _ options: [(label: String, value: String)], isMultiple: Bool = false
    ) -> FormField {
        FormField(name: name, label: label, type: 2, component: Component.choices(label, options, isMultiple: isMultiple))
    }

    /// One of the words of an enum.
    public static func choice<C: Choice>(_ name: String, _ label: String, _ type: C.Type) -> FormField {
        choice(name, label, C.allCases.map { (label: $0.rawValue, value: $0.rawValue) })
    }

    private static func input(
        _ name: String, _ label: String, _ type: String, _ placeholder: String, _ value: String, isLong: Bool
    ) -> FormField {
        FormField(
            name: name, label: label, type: 3,
            component: .object([
                "id": .string("\(name)-component"), "type": .string(type), "placeholder": .string(placeholder),
                "defaultValue": .string(value), "textarea": .bool(isLong),
            ]))
    }

    fileprivate var json: JSONValue {
        .object([
            "name": .string(label), "value": .string(""),
            "inputs": .object(["id": .string(name), "type": .integer(type), "component": component]),
        ])
    }
}
