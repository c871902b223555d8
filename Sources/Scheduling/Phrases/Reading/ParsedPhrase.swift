import MezonModel

/// A request taken apart: who, when and what, before a clock and a zone say which moment is meant.
///
/// Whose zone counts may depend on whom the request is for, so the two steps are apart:
///
///     let draft = PhraseDraft("remind @an tomorrow at 9 to send the report", mentions: mentions)
///     let reading = draft.reading(now: context.now, in: zone(of: draft.who), zones: zones)
package struct ParsedPhrase: Sendable {
    /// As it was said, in order; empty for nobody.
    package let who: [PhraseRecipient]
    /// What is to be said then.
    package let what: PhraseText?

    let text: String
    let tokens: [PhraseToken]
    let time: ParsedTime?
    /// Why it is no request, whatever the clock shows.
    let refusal: PhraseError?
    /// Other ways to take it apart.
    let others: [ParsedPhrase]

    /// Longer texts are no requests.
    package static let longestText = 500  // UTF-16 units

    /// - Parameter mentions: where the text names people, roles and channels; ranges that do not fit are passed over.
    package init(_ text: String, mentions: [PhraseMention] = []) {
        guard Self.isShort(text) else {
            self.init(refusal: PhraseError(.tooLong, at: TextRange(0, 0)))
            return
        }
        self = PhraseSplitter(text, mentions).draft()
    }

    /// Bytes are counted at once, and are at most three to a unit.
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

    /// Whether it says when.
    package var hasTime: Bool { time != nil }

    /// The same where either when or what is enough.
    var lenient: ParsedPhrase {
        let isEnough =
            refusal?.reason == .missingWhat && hasTime || refusal?.reason == .missingWhen && refusal?.words == "" && what != nil
        guard isEnough else { return self }
        return ParsedPhrase(who: who, what: what, text: text, tokens: tokens, time: time, others: others)
    }
}
