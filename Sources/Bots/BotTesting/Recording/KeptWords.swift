/// The words of messages that a recording keeps. Names and ids are replaced in any case.
enum KeptWords: Equatable, Sendable {
    /// A word of a message, by its number in the text of a journal entry.
    struct Word: Hashable, Sendable {
        var entry: Int64
        var number: Int
    }

    /// None but the first word of a command that the bot answered.
    case none
    case all
    case some(Set<Word>)
}
