import ChatModel

/// A reminder request that is split into recipients, time and task, before a clock and a time zone resolve it to a date.
///
/// The time zone may depend on the recipients, so the two steps are separate:
///
///     let draft = ParsedPhrase("remind @an tomorrow at 9 to send the report", mentions: mentions)
///     let reading = try draft.resolve(now: context.now, in: zone(of: draft.recipients), zones: zones)
package struct ParsedPhrase: Sendable {
    /// The recipients in the order given; empty if none were named.
    package let recipients: [PhraseRecipient]
    /// The text of the reminder.
    package let task: PhraseText?

    let text: String
    let tokens: [PhraseToken]
    let time: ParsedTime?
    /// The error that does not depend on the current time; nil if there is none.
    let error: PhraseError?
    /// Alternative ways to parse the text.
    let others: [ParsedPhrase]

    /// The maximum length of a request.
    package static let maxTextLength = 500  // UTF-16 units

    /// - Parameter mentions: The mentions of users, roles and channels in the text; ranges that do not fit are ignored.
    package init(_ text: String, mentions: [PhraseMention] = []) {
        guard Self.isShort(text) else {
            self.init(refusal: PhraseError(.tooLong, at: TextRange(0, 0)))
            return
        }
        self = PhraseSplitter(text, mentions).draft()
    }

    /// Returns a Boolean value that indicates whether a text is within the limit. Bytes, at most three to a unit, are counted first because
    /// that is cheap.
    static func isShort(_ text: String) -> Bool { text.utf8.count <= maxTextLength * 3 && text.utf16.count <= maxTextLength }

    private init(refusal: PhraseError) {
        (recipients, task, text, tokens, time, others) = ([], nil, "", [], nil, [])
        self.error = refusal
    }

    init(
        who: [PhraseRecipient], what: PhraseText?, text: String, tokens: [PhraseToken], time: ParsedTime?,
        refusal: PhraseError? = nil, others: [ParsedPhrase] = []
    ) {
        (self.recipients, self.task, self.text, self.tokens, self.time) = (who, what, text, tokens, time)
        (self.error, self.others) = (refusal, others)
    }

    /// A Boolean value that indicates whether the request contains a time.
    package var hasTime: Bool { time != nil }

    /// The request without the error for a missing time or task, if the other one is present.
    var lenient: ParsedPhrase {
        let isEnough =
            error?.reason == .missingWhat && hasTime || error?.reason == .missingWhen && error?.words == "" && task != nil
        guard isEnough else { return self }
        return ParsedPhrase(who: recipients, what: task, text: text, tokens: tokens, time: time, others: others)
    }
}
