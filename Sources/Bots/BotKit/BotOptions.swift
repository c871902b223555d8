import Foundation

/// The options that an operator may set for a bot. Every property has a default, and `config.yaml` overrides the ones it names.
///
///     struct Options: BotOptions { var sides = 6 }
///
/// A `Secret` is written as `${env:NAME}` or `${file:PATH}` and is never printed; if it is not set, it is empty. Other types do
/// not accept these references.
public protocol BotOptions: Codable, Sendable {
    /// Creates the options with their default values.
    init()
}

/// The options of a bot that has nothing to configure.
public struct NoOptions: BotOptions {
    /// Creates the empty options.
    public init() {}
}

/// An error in a bot's options, with the path to the value at fault.
public struct OptionError: Error, Hashable, Sendable {
    /// The keys and list positions that lead from the bot's `config` to the value.
    public var path: [String]
    /// The description of the error.
    public var message: String
    /// The words accepted in this place, for a "did you mean" suggestion.
    public var candidates: [String]

    /// Creates an error at a path below the bot's `config`.
    public init(path: [String], message: String, candidates: [String] = []) {
        self.path = path
        self.message = message
        self.candidates = candidates
    }
}

extension BotOptions {
    /// Decodes options over their defaults. Scalars arrive as text, as written in YAML, and are parsed as the property's type.
    ///
    /// - Parameter secrets: The secrets that options refer to, by reference.
    /// - Throws: `OptionError` for the first unknown key or invalid value.
    static func decode(from given: JSONValue, secrets: [String: Secret] = [:]) throws -> Self {
        let names = names
        switch given {
        case .object(let object):
            // A type without properties requests no key, so the decoder would not detect an unknown one.
            if names.isEmpty, let key = object.keys.min() {
                throw OptionError(path: [key], message: "'\(key)' is not an option; this bot has no options")
            }
        case .null: break
        default: throw OptionError(path: [], message: "the config of a bot must be a map of its options")
        }
        return try Self(
            from: OptionsDecoder(
                value: given, fallback: .object(try defaults), codingPath: [], names: names, secrets: secrets))
    }

    /// The names of the properties, in declaration order.
    static var names: [String] { Mirror(reflecting: Self()).children.compactMap(\.label) }

    /// The options that have a default value, by name.
    static var defaults: [String: JSONValue] {
        get throws { try JSONDecoder().decode([String: JSONValue].self, from: JSONEncoder().encode(Self())) }
    }
}
