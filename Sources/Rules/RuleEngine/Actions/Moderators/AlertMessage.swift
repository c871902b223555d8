import ChatModel
import PatternMatching

/// The default alert for moderators: title, user, channel, match, and how to get an explanation.
struct AlertMessage {
    let draft: Draft

    private static let maxQuoteLength = 120

    /// - Parameter channel: The channel that shows the alert. Text of a private channel is left out there, and its name unless
    ///   it is the moderators' channel.
    init(_ context: ActionContext, title: String, in channel: ChannelID) {
        let (facts, phrases) = (context.facts, context.policy.phrases)
        let user = facts.messageAuthor.isNone ? facts.actor : facts.messageAuthor
        var builder = DraftBuilder()
        builder.append("🔔 \(title)\n")
        let location = context.hidesChannel(from: .channel(channel)) ? phrases.privateChannel : facts.channelDescription
        if !user.isNone {
            builder.append(phrases.by("\(facts.handle(of: user)) (\(user))", in: location) + "\n")
        } else if !location.isEmpty {
            builder.append(location + "\n")
        }
        if let found = Self.finding(context), context.refusal(toShowIn: channel) == nil {
            builder.append("“\(Self.shortened(found))”\n")
        }
        builder.append(phrases.why(facts.explanation))
        draft = builder.draft
    }

    private static func finding(_ context: ActionContext) -> String? {
        context.found.text?.text ?? context.found.links.first?.url ?? context.found.attachments.first?.filename
            ?? (context.facts.displayedText.isEmpty ? nil : context.facts.displayedText)
    }

    private static func shortened(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        return line.count > maxQuoteLength ? line.prefix(maxQuoteLength - 1) + "…" : line
    }
}
