/// Whom a reminder is for, as it was said.
package enum PhraseRecipient: Hashable, Sendable {
    case me, us, here
    case mention(PhraseMention.Subject)
}
