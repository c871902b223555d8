/// What somebody wrote wrongly in a command. The answer quotes their line, marks the words and says this about them.
///
///     guard sides <= 1000 else { throw Mistake("a die has at most 1000 sides") }
///
/// Thrown while an argument is read, it is about the words read so far; thrown by the command itself, about one argument or about
/// all that stands behind the command's name. What the command wanted to remember is forgotten then.
public struct UsageError: Error, Hashable, Sendable {
    public let wording: LocalizedText
    /// Which argument it is about, counted from zero; nil for all of them.
    public let argument: Int?
    /// The very words in the message, where those are known: UTF-16 offsets.
    let range: Range<Int>?

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

/// A mistake and where it stands.
struct LocatedUsageError: Error, Hashable {
    var wording: LocalizedText
    /// UTF-16 offsets in the message's text; empty where something is missing.
    var range: Range<Int>
}
