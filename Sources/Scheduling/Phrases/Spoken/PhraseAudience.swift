/// Whom a reminder is for, as it was said.
package enum PhraseAudience: Hashable, Sendable {
    case me, us, here
    case mention(PhraseMention.Subject)
}
