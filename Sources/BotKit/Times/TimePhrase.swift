import Scheduling

/// Whom, when and what, as somebody has said it: before a clock and a zone show which moment is meant.
public struct TimePhrase: Sendable {
    /// Somebody or somewhere that was named.
    public enum Recipient: Hashable, Sendable {
        case me, us, here
        case user(UserID)
        case role(RoleID)
        case channel(ChannelID)
    }

    let draft: ParsedPhrase
    /// Where its text begins in the message, in UTF-16 units; nil where the message it stands in is not known.
    let start: Int?

    /// Whom it is for, as it was said; empty for nobody.
    public var who: [Recipient] {
        draft.who.map { who in
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

    /// What is to be said then; nil where only a time was.
    public var what: String? { draft.what?.text }

    /// Whether it says when.
    public var hasTime: Bool { draft.hasTime }

    /// Whether it is a length of time rather than a moment: `10m`, `in two hours`.
    public var isLength: Bool { draft.isLength }

    /// Whether all or the beginning of `what` is whom it is for: `for @an`, `for us`.
    public var isForSomebody: Bool {
        guard let words = behindFor else { return false }
        let draft = ParsedPhrase("remind " + words)
        return words.hasPrefix("@") || !draft.who.isEmpty && draft.what == nil
    }

    /// Whether `what` begins with how long it is for: `for 5 minutes`.
    public var isForLength: Bool { behindFor.flatMap { ParsedPhrase.leading("in " + $0) }?.draft.isLength ?? false }

    /// The words of `what` behind a `for`, which then may not be what is to be said.
    private var behindFor: String? {
        guard let what = draft.what else { return nil }
        if let first = what.text.firstIndex(of: " "), what.text[..<first].lowercased() == "cho" {
            return String(what.text[first...].drop(while: \.isWhitespace))
        }
        let before = draft.words(at: TextRange(0, what.range.start)).split(whereSeparator: \.isWhitespace).last
        return before?.lowercased() == "for" ? what.text : nil
    }

    /// Where in the message the words of the time stand.
    var timeRange: Range<Int>? {
        start.flatMap { start in draft.timeRange.map { start + $0.start..<start + $0.end } }
    }

    /// A refusal, with the words in the message that it is about.
    func mistake(_ refusal: PhraseError) -> UsageError { Self.mistake(refusal, in: start) }

    static func mistake(_ refusal: PhraseError, in start: Int?) -> UsageError {
        let range = start.flatMap { start -> Range<Int>? in
            guard refusal.range.start >= 0, refusal.range.start <= refusal.range.end else { return nil }
            return refusal.reason == .tooLong ? nil : start + refusal.range.start..<start + refusal.range.end
        }
        return UsageError(refusal.wording, at: range)
    }
}

extension CommandText {
    /// The people, roles and channels that a stretch names, with their places in it: words there are never read as times.
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
