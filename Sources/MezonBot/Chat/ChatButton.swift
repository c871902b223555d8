package import MezonModel

/// A button under a message, as somebody sees it who chats in a terminal.
package struct ChatButton: Sendable, Hashable {
    package var id: String
    package var label: String

    package init(id: String, label: String) {
        self.id = id
        self.label = label
    }

    /// Those of a message that can be pressed, in their order: a link sends nothing, and what is disabled does not either.
    package static func list(of message: Message) -> [ChatButton] {
        message.components.compactMap { item in
            guard item["type"]?.integer == buttonType, let id = item["id"]?.string, !id.isEmpty,
                let component = item["component"]?.object, component["disable"] != true,
                component["style"]?.integer != linkStyle
            else { return nil }
            return ChatButton(id: id, label: component["label"]?.string ?? id)
        }
    }

    // Mezon's numbers, from the protocol page §4.11.
    private static let buttonType: Int64 = 1
    private static let linkStyle: Int64 = 5
}
