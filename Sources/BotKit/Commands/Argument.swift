/// A type that can be read from the words behind a command's name. What it says of itself makes the usage line, the help and the
/// errors.
///
/// A type of your own that stands for one word is a `WordArgument`, one of several fixed words a `Choice`; anything else reads
/// what it needs from the reader:
///
///     struct Throw: WordArgument {
///         static let expects = Wording("dice such as 2d6", vi: "xúc xắc, ví dụ 2d6")
///         init?(_ word: String) { … }
///     }
public protocol Argument: Sendable {
    /// What it is called in a usage line where the command does not name it: `who`.
    static var label: LocalizedText { get }

    /// What belongs in its place, to be followed by "belongs here": "a whole number".
    static var expects: LocalizedText { get }

    /// How it stands in a usage line: `<label>` for most.
    static func usage(of label: String) -> String

    /// Whether it takes all that follows, so that nothing can come after it.
    static var isLast: Bool { get }

    /// Reads its words.
    ///
    /// - Returns: nil where the next words are none of it, or there are no more.
    /// - Throws: `UsageError` for what is meant to be one and is wrong.
    static func read(_ reader: inout ArgumentReader) throws -> Self?
}

extension Argument {
    public static var label: LocalizedText {
        let name = String(describing: Self.self).lowercased()
        return LocalizedText(name, vi: name)
    }
    public static func usage(of label: String) -> String { "<\(label)>" }
    public static var isLast: Bool { false }
}

/// An argument that is one word, or several in quotation marks.
public protocol WordArgument: Argument {
    /// Nil for a word that is none of it.
    init?(_ word: String)
}

extension WordArgument {
    public static func read(_ reader: inout ArgumentReader) throws -> Self? { try reader.word().flatMap { Self($0.text) } }
}
