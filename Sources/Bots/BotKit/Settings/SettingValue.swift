public import Foundation

/// A type of values that a clan's people can set: texts, numbers, Boolean values, durations, web addresses, words of a ``Choice``, and
/// the ids of channels, roles and users.
public protocol SettingValue: Equatable, Sendable {
    /// A description of the accepted values: "a whole number".
    static var settingExpects: LocalizedText { get }

    /// Reads a value as users write it, or returns nil if the next words are none.
    ///
    /// - Throws: `UsageError` for words that are recognizably meant as a value but invalid.
    static func readSetting(_ reader: inout ArgumentReader) throws -> Self?

    /// Creates the value from its stored form, or returns nil for any other.
    init?(setting: JSONValue)

    /// The stored form.
    var setting: JSONValue { get }
}

extension SettingValue where Self: Argument {
    /// The description of the argument type.
    public static var settingExpects: LocalizedText { expects }
    /// Reads the argument.
    public static func readSetting(_ reader: inout ArgumentReader) throws -> Self? { try read(&reader) }
}

extension Bool: SettingValue {
    /// Creates the value from its stored form.
    public init?(setting: JSONValue) {
        guard case .bool(let value) = setting else { return nil }
        self = value
    }
    /// The stored form.
    public var setting: JSONValue { .bool(self) }
}

extension Int: SettingValue {
    /// Creates the value from its stored form.
    public init?(setting: JSONValue) {
        guard case .integer(let value) = setting else { return nil }
        self.init(exactly: value)
    }
    /// The stored form.
    public var setting: JSONValue { .integer(Int64(self)) }
}

extension Double: SettingValue {
    /// Creates the value from its stored form.
    public init?(setting: JSONValue) {
        switch setting {
        case .number(let value): self = value
        case .integer(let value): self = Double(value)
        default: return nil
        }
    }
    /// The stored form.
    public var setting: JSONValue { .number(self) }
}

extension String: SettingValue {
    private static let longest = 2000  // Characters: half of a message.

    /// The phrase "a text".
    public static var settingExpects: LocalizedText { LocalizedText("a text", vi: "một đoạn văn") }

    /// Reads all remaining words; quotation marks around them are removed.
    ///
    /// - Throws: `UsageError` for more than 2000 characters.
    public static func readSetting(_ reader: inout ArgumentReader) throws -> String? {
        var quoted = reader
        let text: String?
        if let word = try? quoted.word(), quoted.isAtEnd {  // An unclosed quotation is a text like any other.
            reader = quoted
            text = word.text
        } else {
            text = reader.rest()?.text
        }
        guard let text, text.count <= longest else {
            guard text != nil else { return nil }
            throw UsageError(LocalizedText("the maximum is 2000 characters", vi: "tối đa 2000 ký tự"))
        }
        return text
    }
    /// Creates the value from its stored form.
    public init?(setting: JSONValue) {
        guard case .string(let value) = setting else { return nil }
        self = value
    }
    /// The stored form.
    public var setting: JSONValue { .string(self) }
}

extension URL: SettingValue {
    /// Creates the value from its stored form.
    public init?(setting: JSONValue) {
        guard case .string(let value) = setting else { return nil }
        self.init(value)
    }
    /// The stored form.
    public var setting: JSONValue { .string(absoluteString) }
}

extension Duration: SettingValue {
    private static let key = "seconds"

    /// Creates the value from its stored form.
    public init?(setting: JSONValue) {
        guard let seconds = setting.object?[Self.key]?.integer, abs(seconds) < 1 << 40 else { return nil }
        self = .seconds(seconds)
    }
    /// The stored form, in whole seconds.
    public var setting: JSONValue { .object([Self.key: .integer(components.seconds)]) }
}

extension SettingValue where Self: Choice {
    /// Creates the value from its stored form.
    public init?(setting: JSONValue) {
        guard case .string(let value) = setting else { return nil }
        self.init(rawValue: value)
    }
    /// The stored form.
    public var setting: JSONValue { .string(rawValue) }
}

extension Optional: SettingValue where Wrapped: SettingValue {
    /// The description of the wrapped type.
    public static var settingExpects: LocalizedText { Wrapped.settingExpects }
    /// Reads a value of the wrapped type. `*settings <bot> reset <name>` removes it.
    public static func readSetting(_ reader: inout ArgumentReader) throws -> Wrapped?? {
        try Wrapped.readSetting(&reader).map(Optional.some)
    }
    /// Creates the value from its stored form.
    public init?(setting: JSONValue) {
        if setting == .null {
            self = .none
        } else {
            guard let value = Wrapped(setting: setting) else { return nil }
            self = .some(value)
        }
    }
    /// The stored form; null for nil.
    public var setting: JSONValue { self?.setting ?? .null }
}
