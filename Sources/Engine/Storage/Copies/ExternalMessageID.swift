package import ChatModel

/// A message and its id on its own network; nil if that network has no message ids.
package struct ExternalMessageID: Hashable, Sendable {
    package var message: MessageID
    package var externalID: String?

    package init(_ message: MessageID, externalID: String?) {
        self.message = message
        self.externalID = externalID
    }
}
