package import MezonModel

/// A message and what its network calls it; nil where that has no names for messages.
package struct ExternalMessageID: Hashable, Sendable {
    package var message: MessageID
    package var name: String?

    package init(_ message: MessageID, name: String?) {
        self.message = message
        self.name = name
    }
}
