package import ChatModel

/// An embed of a message, for chat users.
package struct ChatEmbed: Sendable, Hashable {
    package struct Fact: Sendable, Hashable {
        package var name: String
        package var value: String
    }

    package var title: String
    package var description: String
    package var facts: [Fact]
    /// The fields of its form.
    package var fields: [ChatField]

    package static func list(of message: Message) -> [ChatEmbed] { message.embeds.map(ChatEmbed.init) }

    init(_ embed: [String: JSONValue]) {
        title = embed["title"]?.string ?? ""
        description = embed["description"]?.string ?? ""
        facts = (embed["fields"]?.array ?? []).compactMap(\.object).filter { $0["inputs"] == nil }.map { field in
            Fact(name: field["name"]?.string ?? "", value: field["value"]?.string ?? "")
        }
        fields = ChatField.list(of: embed)
    }
}
