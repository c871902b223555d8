/// A recipient of a reminder, as written.
package enum PhraseRecipient: Hashable, Sendable {
    case me, us, here
    case mention(PhraseMention.Subject)
}
