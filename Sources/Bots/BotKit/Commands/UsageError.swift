/// An error in the arguments of a command. The answer quotes the user's line, marks the words and adds this message.
///
///     guard sides <= 1000 else { throw UsageError("a die has at most 1000 sides") }
///
/// Thrown while an argument is read, it refers to the words read so far; thrown by the command itself, to one argument or to
/// everything after the command's name. State changes of the command are discarded.
public struct UsageError: Error, Hashable, Sendable {
    /// The message shown below the marked words.
    public let wording: LocalizedText
    /// The index of the argument at fault, counted from zero; nil for all of them.
    public let argument: Int?
    /// The UTF-16 range of the words in the message, if known.
    let range: Range<Int>?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - wording: The message shown below the marked words.
    ///   - argument: The index of the argument at fault, counted from zero; nil for all of them.
    public init(_ wording: LocalizedText, about argument: Int? = nil) {
        self.wording = wording
        self.argument = argument
        range = nil
    }

    init(_ wording: LocalizedText, at range: Range<Int>?) {
        self.wording = wording
        self.range = range
        argument = nil
    }
}

/// A usage error with its position.
struct LocatedUsageError: Error, Hashable {
    var wording: LocalizedText
    /// UTF-16 offsets in the message's text; empty if something is missing.
    var range: Range<Int>
}
