import Foundation

/// What an operator may set for a bot. Every property has a default, and `config.yaml` overrides those it names.
///
///     struct Options: BotOptions { var sides = 6 }
///
/// A `Secret` is given as `${env:NAME}` or `${file:PATH}`, and prints nowhere; without one it is empty. No other option takes those.
public protocol BotOptions: Codable, Sendable {
    init()
}

/// For a bot with nothing to set.
public struct NoOptions: BotOptions {
    public init() {}
}

/// One thing wrong with the options given for a bot, with the path to where it was written.
public struct OptionError: Error, Hashable, Sendable {
    /// Keys and list positions from the bot's `config` down.
    public var path: [String]
    public var message: String
    /// The words that would have been right in its place, for a "did you mean".
    public var candidates: [String]

    public init(path: [String], message: String, candidates: [String] = []) {
        self.path = path
        self.message = message
        self.candidates = candidates
    }
}

extension BotOptions {
    /// Reads options over their defaults. Scalars come as text, as YAML wrote them, and are read as the type the property has.
    ///
    /// - Parameter secrets: what is referred to, by the reference.
    /// - Throws: `OptionError` for the first unknown key or unreadable value.
    static func decode(from given: JSONValue, secrets: [String: Secret] = [:]) throws -> Self {
        let names = names
        switch given {
        case .object(let object):
            // A type without properties asks for no key, so the decoder would not notice one.
            if names.isEmpty, let key = object.keys.min() {
                throw OptionError(path: [key], message: "'\(key)' is not an option of this bot; it has none")
            }
        case .null: break
        default: throw OptionError(path: [], message: "a bot's config is a map of its options")
        }
        return try Self(
            from: OptionsDecoder(
                value: given, fallback: .object(try defaults), codingPath: [], names: names, secrets: secrets))
    }

    /// Of its properties, in their order.
    static var names: [String] { Mirror(reflecting: Self()).children.compactMap(\.label) }

    /// Every option that has a value when nobody sets it.
    static var defaults: [String: JSONValue] {
        get throws { try JSONDecoder().decode([String: JSONValue].self, from: JSONEncoder().encode(Self())) }
    }
}
