import ChatModel

/// Builds a message from segments, and tracks the formatting of each.
struct DraftBuilder {
    private(set) var text = ""
    private var length = 0  // In UTF-16 code units.
    private var mentions: [Mention] = []
    private var markup: [Markup] = []
    private var hashtags: [JSONValue] = []
    /// The ranges of the operator's own text, in which Markdown is interpreted.
    private var markdownRanges: [TextRange] = []

    /// Appends plain text, without any formatting.
    mutating func append(_ text: String) {
        self.text += text
        length += text.utf16.count
    }

    /// Appends text with active links, in which an `@name` notifies those whom the rule allows.
    mutating func append(live text: String, notifying rights: AllowedMentions = .none) {
        let start = length
        append(text)
        markdownRanges.append(TextRange(start, length))
        for range in URLFinder.ranges(in: text) { markup.append(Markup("lk", range.moved(by: start))) }
        for mention in rights.mentions(in: text) {
            var mention = mention
            mention.range = mention.range.moved(by: start)
            mentions.append(mention)
        }
    }

    mutating func mention(_ user: UserID, name: String) {
        let start = length
        append("@" + name)
        mentions.append(Mention(user: user, username: name, range: TextRange(start, length)))
    }

    mutating func link(to channel: ChannelID, label: String) {
        let start = length
        append("#" + label)
        hashtags.append(.object(["channelId": .string("\(channel)"), "s": .integer(Int64(start)), "e": .integer(Int64(length))]))
    }

    var draft: Draft {
        Draft(Content(text, markup: markup, extras: hashtags.isEmpty ? [:] : ["hg": .array(hashtags)]), mentions: mentions)
            .readingMarkdown(in: markdownRanges)
    }
}
