package import ChatModel

/// A button below a message, for users of `mezon-bot chat`.
package struct ChatButton: Sendable, Hashable {
    package var id: String
    package var label: String

    package init(id: String, label: String) {
        self.id = id
        self.label = label
    }

    /// The enabled buttons of a message in order, without links, which send nothing.
    package static func list(of message: Message) -> [ChatButton] {
        message.content.components.compactMap { item in
            guard item["type"]?.integer == buttonType, let id = item["id"]?.string, !id.isEmpty,
                let component = item["component"]?.object, component["disable"] != true,
                component["style"]?.integer != linkStyle
            else { return nil }
            return ChatButton(id: id, label: component["label"]?.string ?? id)
        }
    }

    // Mezon's values (Documentation/Protocol.md §3.6).
    private static let buttonType: Int64 = 1
    private static let linkStyle: Int64 = 5
}
