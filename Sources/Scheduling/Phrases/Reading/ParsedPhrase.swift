import MezonModel

/// A request split into recipients, time and task, before a clock and a time zone resolve the moment.
///
/// The time zone may depend on the recipients, so the two steps are separate:
///
///     let draft = ParsedPhrase("remind @an tomorrow at 9 to send the report", mentions: mentions)
///     let reading = try draft.reading(now: context.now, in: zone(of: draft.who), zones: zones)
package struct ParsedPhrase: Sendable {
    /// The recipients in the order given; empty if none were named.
    package let who: [PhraseRecipient]
    /// The text of the reminder.
    package let what: PhraseText?

    let text: String
    let tokens: [PhraseToken]
    let time: ParsedTime?
    /// The error that does not depend on the current time; nil if there is none.
    let refusal: PhraseError?
    /// Alternative ways to parse the text.
    let others: [ParsedPhrase]

    /// The maximum length of a request.
    package static let longestText = 500  // UTF-16 units

    /// - Parameter mentions: the mentions of users, roles and channels in the text; ranges that do not fit are ignored.
    package init(_ text: String, mentions: [PhraseMention] = []) {
        guard Self.isShort(text) else {
            self.init(refusal: PhraseError(.tooLong, at: TextRange(0, 0)))
            return
        }
        self = PhraseSplitter(text, mentions).draft()
    }

    /// Returns a Boolean value that indicates whether a text is within the limit. Bytes, at most three to a unit, are counted first because
    /// that is cheap.
    static func isShort(_ text: String) -> Bool { text.utf8.count <= longestText * 3 && text.utf16.count <= longestText }

    private init(refusal: PhraseError) {
        (who, what, text, tokens, time, others) = ([], nil, "", [], nil, [])
        self.refusal = refusal
    }

    init(
        who: [PhraseRecipient], what: PhraseText?, text: String, tokens: [PhraseToken], time: ParsedTime?,
        refusal: PhraseError? = nil, others: [ParsedPhrase] = []
    ) {
        (self.who, self.what, self.text, self.tokens, self.time) = (who, what, text, tokens, time)
        (self.refusal, self.others) = (refusal, others)
    }

    /// A Boolean value that indicates whether the request contains a time.
    package var hasTime: Bool { time != nil }

    /// The request without the error for a missing time or task, if the other one is present.
    var lenient: ParsedPhrase {
        let isEnough =
            refusal?.reason == .missingWhat && hasTime || refusal?.reason == .missingWhen && refusal?.words == "" && what != nil
        guard isEnough else { return self }
        return ParsedPhrase(who: who, what: what, text: text, tokens: tokens, time: time, others: others)
    }
}
