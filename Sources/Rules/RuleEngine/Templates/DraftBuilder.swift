import BotKit
import ChatModel

/// Builds a message from segments, and tracks the formatting of each.
struct DraftBuilder {
    private var body = Text()
    /// The ranges of the operator's own text, in which Markdown is interpreted.
    private var markdownRanges: [TextRange] = []

    /// The text without formatting.
    var text: String { body.plain }

    /// Appends plain text, without any formatting.
    mutating func append(_ text: String) { body.append(text) }

    /// Appends text with active links, in which an `@name` notifies those whom the rule allows.
    mutating func append(live text: String, notifying rights: AllowedMentions = .none) {
        let start = body.unitCount
        let links = URLFinder.ranges(in: text).map { Markup("lk", $0) }
        body.append(Text(Content(text, markup: links), mentions: rights.mentions(in: text)))
        markdownRanges.append(TextRange(start, body.unitCount))
    }

    mutating func mention(_ user: UserID, name: String) { body.append(Mention(user, name: name)) }

    mutating func link(to channel: ChannelID, label: String) { body.append(ChannelRef(channel, name: label)) }

    var draft: Draft { body.unmarked.readingMarkdown(in: markdownRanges) }
}
