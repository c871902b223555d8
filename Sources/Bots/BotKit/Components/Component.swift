/// A button or select below a message. Create it with a `Route`, or with `link(_:_:)`.
public struct Component: Hashable, Sendable {
    private(set) var json: JSONValue
    /// A Boolean value that indicates whether the component takes a whole row.
    let isWide: Bool
    /// The reason why the component cannot be shown.
    package let problem: ComponentError?

    private static let rowLength = 5
    package static let maxRows = 5  // The number of rows that Mezon's clients show.

    private init(
        _ id: String, type: Int64, _ component: [String: JSONValue], isWide: Bool = false, problem: ComponentError? = nil
    ) {
        json = .object(["id": .string(id), "type": .integer(type), "component": .object(component)])
        self.isWide = isWide
        self.problem = problem
    }

    package static func button(id: String, label: String, style: ButtonStyle) -> Component {
        Component(
            id, type: 1, ["label": .string(label), "style": .integer(style.rawValue)],
            problem: label.isEmpty ? .missing("label", of: "the button \(id)") : nil)
    }

    /// Creates a button that opens a web page and sends no event.
    public static func link(_ label: String, _ address: String) -> Component {
        Component(
            address, type: 1, ["label": .string(label), "style": .integer(ButtonStyle.link), "url": .string(address)],
            problem: label.isEmpty
                ? .missing("label", of: "the button \(address.prefix(80))")
                : WebAddress.isValid(address) ? nil : .notAnAddress(address))
    }

    package static func select(id: String, route: String, placeholder: String, _ options: [SelectOption]) -> Component {
        Component(
            id, type: 2, SelectOption.select(.text, placeholder, options, 1...1), isWide: true,
            problem: SelectOption.problem(of: route, options, 1...1))
    }

    static func select(id: String, placeholder: String, of kind: SelectKind) -> Component {
        Component(id, type: 2, SelectOption.select(kind, placeholder, [], 1...1), isWide: true)
    }

    /// Returns components in rows: five buttons per row, each select in a row of its own.
    package static func rows(of components: [Component]) -> [JSONValue] {
        var rows: [JSONValue] = []
        var row: [JSONValue] = []
        func close() {
            if !row.isEmpty { rows.append(.object(["components": .array(row)])) }
            row = []
        }
        for component in components {
            if component.isWide || row.count == rowLength { close() }
            row.append(component.json)
            if component.isWide { close() }
        }
        close()
        return rows
    }

    /// Returns the component, which is shown but cannot be pressed.
    public func disabled() -> Component { setting(isWide ? "disabled" : "disable", true) }

    /// Returns the button with an icon before its label.
    public func icon(_ icon: ButtonIcon) -> Component { setting("icon", .string(icon.rawValue)) }

    private func setting(_ key: String, _ value: JSONValue) -> Component {
        guard var object = json.object, var component = object["component"]?.object else { return self }
        component[key] = value
        object["component"] = .object(component)
        var changed = self
        changed.json = .object(object)
        return changed
    }
}

/// An icon of a button.
@nonexhaustive
public enum ButtonIcon: String, Hashable, Sendable {
    /// The sign on a player's button.
    case play = "PLAY", pause = "PAUSE"
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
