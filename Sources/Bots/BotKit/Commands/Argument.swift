/// A type that can be parsed from the words after a command's name. Its static properties determine the usage line, the help and
/// the error messages.
///
/// Use `WordArgument` for a custom type that is written as one word, and `Choice` for one of several fixed words; any other type
/// reads what it needs from the reader:
///
///     struct DiceRoll: WordArgument {
///         static let expects = LocalizedText("dice such as 2d6", vi: "xúc xắc, ví dụ 2d6")
///         init?(_ word: String) { … }
///     }
public protocol Argument: Sendable {
    /// The name in a usage line, unless the command gives the argument a name of its own: `who`.
    static var label: LocalizedText { get }

    /// A description of the expected value, which error messages complete with "belongs here": "a whole number".
    static var expects: LocalizedText { get }

    /// Returns the argument's form in a usage line: `<label>` by default.
    static func usage(of label: String) -> String

    /// A Boolean value that indicates whether the argument consumes all remaining words, so that no other argument can follow.
    static var isLast: Bool { get }

    /// Parses the argument from the next words.
    ///
    /// - Returns: Nil if the next words are no such argument, or if there are none.
    /// - Throws: `UsageError` if the words are recognizably meant as this argument but invalid.
    static func read(_ reader: inout ArgumentReader) throws -> Self?
}

extension Argument {
    /// The type's name in lower case.
    public static var label: LocalizedText {
        let name = String(describing: Self.self).lowercased()
        return LocalizedText(name, vi: name)
    }
    /// Returns the label in angle brackets.
    public static func usage(of label: String) -> String { "<\(label)>" }
    /// False: other arguments may follow.
    public static var isLast: Bool { false }
}

/// An argument that is a single word, or several words in quotation marks.
public protocol WordArgument: Argument {
    /// Creates the value from a word, or returns nil if the word is no such value.
    init?(_ word: String)
}

extension WordArgument {
    /// Reads one word and creates the value from it.
    public static func read(_ reader: inout ArgumentReader) throws -> Self? { try reader.word().flatMap { Self($0.text) } }
}
