import Recurrence

/// A parsed phrase of recipients, time and text, not yet resolved to a date by a clock and time zone.
public struct TimePhrase: Sendable {
    /// A recipient named in the phrase.
    @nonexhaustive
    public enum Recipient: Hashable, Sendable {
        /// The user who wrote the phrase, or everyone in the channel.
        case me, us, here
        /// A mentioned user.
        case user(UserID)
        /// The members of a mentioned role.
        case role(RoleID)
        /// A mentioned channel.
        case channel(ChannelID)
    }

    let draft: ParsedPhrase
    /// The UTF-16 offset of the phrase in its message, or nil if the message is unknown.
    let start: Int?

    /// The recipients, as written; empty if none are named.
    public var recipients: [Recipient] {
        draft.recipients.map { who in
            switch who {
            case .me: .me
            case .us: .us
            case .here: .here
            case .mention(.user(let user)): .user(user)
            case .mention(.role(let role)): .role(role)
            case .mention(.channel(let channel)): .channel(channel)
            }
        }
    }

    /// The text to say at that time; nil if the phrase has only a time.
    public var text: String? { draft.task?.text }

    /// A Boolean value that indicates whether the phrase contains a time.
    public var hasTime: Bool { draft.hasTime }

    /// A Boolean value that indicates whether the time is a duration rather than a date: `10m`, `in two hours`.
    public var isLength: Bool { draft.isLength }

    /// A Boolean value that indicates whether `what` begins with, or is, a recipient: `for @an`, `for us`.
    public var beginsWithRecipient: Bool {
        guard let words = behindFor else { return false }
        let draft = ParsedPhrase("remind " + words)
        return words.hasPrefix("@") || !draft.recipients.isEmpty && draft.task == nil
    }

    /// A Boolean value that indicates whether `what` begins with a duration: `for 5 minutes`.
    public var beginsWithDuration: Bool { behindFor.flatMap { ParsedPhrase.leading("in " + $0) }?.draft.isLength ?? false }

    /// The words of `what` after `for`, which may then not be the text to say.
    private var behindFor: String? {
        guard let what = draft.task else { return nil }
        if let first = what.text.firstIndex(of: " "), what.text[..<first].lowercased() == "cho" {
            return String(what.text[first...].drop(while: \.isWhitespace))
        }
        let before = draft.words(at: TextRange(0, what.range.start)).split(whereSeparator: \.isWhitespace).last
        return before?.lowercased() == "for" ? what.text : nil
    }

    /// The range of the time's words in the message.
    var timeRange: Range<Int>? {
        start.flatMap { start in draft.timeRange.map { start + $0.start..<start + $0.end } }
    }

    /// Returns the usage error of a phrase error, with the words in the message at fault.
    func usageError(_ refusal: PhraseError) -> UsageError { Self.mistake(refusal, in: start) }

    static func mistake(_ refusal: PhraseError, in start: Int?) -> UsageError {
        let range = start.flatMap { start -> Range<Int>? in
            guard refusal.range.start >= 0, refusal.range.start <= refusal.range.end else { return nil }
            return refusal.reason == .tooLong ? nil : start + refusal.range.start..<start + refusal.range.end
        }
        return UsageError(refusal.wording, at: range)
    }
}

extension CommandText {
    /// Returns the mentions and channels in a range, with their positions in it; their names are never parsed as times.
    func phraseMentions(in range: Range<Int>) -> [PhraseMention] {
        range.compactMap { position -> PhraseMention? in
            guard let atom = atom(at: position), atom.end <= range.upperBound else { return nil }
            let place = TextRange(position - range.lowerBound, atom.end - range.lowerBound)
            switch atom.kind {
            case .mention(let mention) where mention.user.isNone: return PhraseMention(.role(mention.role), place)
            case .mention(let mention): return PhraseMention(.user(mention.user), place)
            case .channel(let channel): return PhraseMention(.channel(channel), place)
            }
        }
    }
}
