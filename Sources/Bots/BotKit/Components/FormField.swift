/// A field of a form, named for the property that receives its value.
public struct FormField: Hashable, Sendable {
    enum Control: Hashable, Sendable {
        case input(type: String, placeholder: String, value: String, isLong: Bool)
        case select(SelectKind, placeholder: String, [SelectOption], count: ClosedRange<Int>)
        case radio([SelectOption], most: Int)
        case date(String)
    }

    let name: String
    let label: String
    let control: Control
    private(set) var details = ""
    private(set) var isRequired = false
    private(set) var isDisabled = false

    private init(_ name: String, _ label: String, _ control: Control) {
        self.name = name
        self.label = label
        self.control = control
    }

    /// Creates a single-line text field.
    public static func text(_ name: String, _ label: String, placeholder: String = "", value: String = "") -> FormField {
        FormField(name, label, .input(type: "text", placeholder: placeholder, value: value, isLong: false))
    }

    /// Creates a number field.
    public static func number(_ name: String, _ label: String, placeholder: String = "", value: String = "") -> FormField {
        FormField(name, label, .input(type: "number", placeholder: placeholder, value: value, isLong: false))
    }

    /// Creates a multi-line text field.
    public static func lines(_ name: String, _ label: String, placeholder: String = "", value: String = "") -> FormField {
        FormField(name, label, .input(type: "text", placeholder: placeholder, value: value, isLong: true))
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
        select(
            name, label, options.map { SelectOption($0.label, $0.value) }, placeholder: label,
            count: 1...max(isMultiple ? options.count : 1, 1))
    }

    /// Creates a choice from the words of an enum.
    public static func choice<C: Choice>(_ name: String, _ label: String, _ type: C.Type) -> FormField {
        choice(name, label, C.allCases.map { (label: $0.rawValue, value: $0.rawValue) })
    }

    /// Creates a choice from a list that opens.
    ///
    /// - Parameters:
    ///   - name: The name of the property that receives the value.
    ///   - label: The text above the field.
    ///   - options: The options, at most 25.
    ///   - placeholder: The text in the field until something is chosen.
    ///   - count: The number of options that can be chosen; if it may be more than one, the property is an array.
    public static func select(
        _ name: String, _ label: String, _ options: [SelectOption], placeholder: String = "", count: ClosedRange<Int> = 1...1
    ) -> FormField { FormField(name, label, .select(.text, placeholder: placeholder, options, count: count)) }

    /// Creates a choice among users, whose ids the form contains. A property of the type `UserID` receives one: what the client sent,
    /// which may belong to anyone.
    public static func users(
        _ name: String, _ label: String, placeholder: String = "", count: ClosedRange<Int> = 1...1
    ) -> FormField { FormField(name, label, .select(.user, placeholder: placeholder, [], count: count)) }

    /// Creates a choice among roles, whose ids the form contains. A property of the type `RoleID` receives one: what the client sent,
    /// which may belong to any clan.
    public static func roles(
        _ name: String, _ label: String, placeholder: String = "", count: ClosedRange<Int> = 1...1
    ) -> FormField { FormField(name, label, .select(.role, placeholder: placeholder, [], count: count)) }

    /// Creates a choice among channels, whose ids the form contains. A property of the type `ChannelID` receives one: what the client sent,
    /// which may belong to any clan.
    public static func channels(
        _ name: String, _ label: String, placeholder: String = "", count: ClosedRange<Int> = 1...1
    ) -> FormField { FormField(name, label, .select(.channel, placeholder: placeholder, [], count: count)) }

    /// Creates a choice whose options are all visible. If `most` is more than one, so many can be chosen, and the property is an array.
    public static func radio(_ name: String, _ label: String, _ options: [SelectOption], most: Int = 1) -> FormField {
        FormField(name, label, .radio(options, most: most))
    }

    /// Creates a date picker. `value` is the date that is shown first, as text; empty for none.
    ///
    /// The client determines the form in which it sends the chosen date, so decode it as a `String`.
    public static func date(_ name: String, _ label: String, value: String = "") -> FormField {
        FormField(name, label, .date(value))
    }

    /// Returns the field, which must not be left empty.
    public func required() -> FormField {
        var field = self
        field.isRequired = true
        return field
    }

    /// Returns the field, whose value cannot be changed.
    public func disabled() -> FormField {
        var field = self
        field.isDisabled = true
        return field
    }

    /// Returns the field with a text between its label and the input.
    public func described(_ text: String) -> FormField {
        var field = self
        field.details = text
        return field
    }
}

/// The objects that a select lists, with Mezon's numbers (Documentation/Protocol.md §3.6).
enum SelectKind: Int64, Hashable, Sendable {
    case text = 1
    case user = 2
    case role = 3
    case channel = 4
}

/// An option of a select or of a group of radio buttons. A string literal is an option whose label is its value.
public struct SelectOption: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The text that users see.
    public var label: String
    /// The value that the form receives.
    public var value: String
    /// The text below the label; empty for none.
    public var details: String
    /// A Boolean value that indicates whether the option is chosen at first.
    public var isDefault: Bool
    /// The color of a radio button; selects have none.
    public var style: ButtonStyle?

    /// Creates an option.
    public init(_ label: String, _ value: String, details: String = "", isDefault: Bool = false, style: ButtonStyle? = nil) {
        self.label = label
        self.value = value
        self.details = details
        self.isDefault = isDefault
        self.style = style
    }

    /// Creates an option whose label is its value.
    public init(stringLiteral value: String) { self.init(value, value) }
}
