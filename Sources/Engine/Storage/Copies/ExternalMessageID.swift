package import ChatModel

/// A message and its id on its own network; nil if that network has no message ids.
package struct ExternalMessageID: Hashable, Sendable {
    package var message: MessageID
    package var name: String?

    package init(_ message: MessageID, name: String?) {
        self.message = message
        self.name = name
    }
}
