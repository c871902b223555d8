/// A form with input fields inside a message. Any button of the same message submits it.
///
///     struct LeaveRequest: Decodable { var days: Int; var kind: Kind; var why: String? }
///     static let request = Route<NoPayload>("request")
///
///     try Draft("").adding(Form("Ask for leave", .text("days", "How many days"), .choice("kind", "Which", Kind.self),
///         .lines("why", "Why"))).adding(Self.request.button("Send"))
///
///     Press(Self.request, form: LeaveRequest.self) { (context, request) in … }
public struct Form: Hashable, Sendable {
    let title: String
    let text: String
    let fields: [FormField]

    /// Creates a form.
    ///
    /// - Parameters:
    ///   - title: The heading.
    ///   - text: The text below the heading.
    ///   - fields: The fields, named for the properties into which they are decoded.
    public init(_ title: String, text: String = "", _ fields: FormField...) {
        self.title = title
        self.text = text
        self.fields = fields
    }

    /// The form as Mezon represents it: inputs are fields of an embed.
    var json: JSONValue {
        var object: [String: JSONValue] = ["title": .string(title), "fields": .array(fields.map(\.json))]
        if !text.isEmpty { object["description"] = .string(text) }
        return .object(object)
    }
}

/// A field of a form.
public struct FormField: Hashable, Sendable {
    let name: String
    let label: String
    private let type: Int64
    private let component: JSONValue

    /// Creates a single-line text field.
    public static func text(_ name: String, _ label: String, placeholder: String = "", value: String = "") -> FormField {
        input(name, label, "text", placeholder, value, isLong: false)
    }

    /// Creates a number field.
    public static func number(_ name: String, _ label: String, placeholder: String = "", value: String = "") -> FormField {
        input(name, label, "number", placeholder, value, isLong: false)
    }

    /// Creates a multi-line text field.
    public static func lines(_ name: String, _ label: String, placeholder: String = "", value: String = "") -> FormField {
        input(name, label, "text", placeholder, value, isLong: true)
    }

    /// Creates a choice from several values, each with the label that users see.
    ///
    /// - Parameters:
    ///   - name: The name of the property that receives the value.
    ///   - label: The text above the field.
    ///   - options: The values, each with its label.
    ///   - isMultiple: A Boolean value that indicates whether several values may be chosen; the property is then an array.
    public static func choice(
        _ name: String, _ label: String, _ options: [(label: String, value: String)], isMultiple: Bool = false
    ) -> FormField {
        FormField(name: name, label: label, type: 2, component: Component.choices(label, options, isMultiple: isMultiple))
    }

    /// Creates a choice from the words of an enum.
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
