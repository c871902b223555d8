package import ChatModel

/// A suspension of answers to one author in one channel, with the exceeded limit.
package struct AnswerHold: Sendable, Hashable {
    package var author: UserID
    package var channel: ChannelID
    package var answers: Int
    package var window: Duration
    /// A Boolean value that indicates whether the exceeded limit is that of consecutive answers.
    package var isRow: Bool
    /// A Boolean value that indicates whether moderators are notified: once an hour for each author and channel.
    package var shouldNotify: Bool

    package init(
        _ author: UserID, in channel: ChannelID, answers: Int, window: Duration, isRow: Bool = false, shouldNotify: Bool = false
    ) {
        self.author = author
        self.channel = channel
        self.answers = answers
        self.window = window
        self.isRow = isRow
        self.shouldNotify = shouldNotify
    }

    var reason: String { "more than \(answers) answers to \(author) in this channel \(bound): \(end)" }

    /// `within an hour, and nobody else spoke`
    package var bound: String { "within \(span)" + (isRow ? ", and nobody else spoke" : "") }

    /// `until they are quiet for a minute`
    package var end: String { "until they are quiet for \(span)" + (isRow ? " or somebody else speaks" : "") }

    /// `a minute`, `an hour`
    private var span: String { window >= .seconds(3600) ? "an hour" : "a minute" }
}
