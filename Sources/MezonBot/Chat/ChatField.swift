package import MezonModel

/// A field of a message's form, as somebody sees it who chats in a terminal.
package struct ChatField: Sendable, Hashable {
    /// What it is filled in by.
    package var name: String
    /// What people read beside it.
    package var label: String
    /// What may be chosen; empty where anything may be written.
    package var options: [ChatSelect.Option]

    package static func list(of message: Message) -> [ChatField] { message.embeds.flatMap(list) }

    static func list(of embed: [String: JSONValue]) -> [ChatField] {
        (embed["fields"]?.array ?? []).compactMap(\.object).compactMap { field in
            guard let input = field["inputs"]?.object, let name = input["id"]?.string, !name.isEmpty else { return nil }
            return ChatField(
                name: name, label: field["name"]?.string ?? name,
                options: ChatSelect.Option.list(of: input["component"]?.object ?? [:]))
        }
    }

    /// What a word comes to in this field; nil for what cannot be chosen.
    package func value(of word: String) -> String? { options.isEmpty ? word : options.named(word)?.value }

    /// The field with what stands in it.
    package func text(filledWith value: String?) -> String {
        let given = value.map { value in options.first { $0.value == value }?.label ?? value }
        let choices = options.isEmpty ? "" : " (\(options.text))"
        return "\(name.terminalSafe) = \(given?.terminalSafe ?? "…")  \(label.terminalSafe)\(choices)"
    }
}

extension Message {
    var embeds: [[String: JSONValue]] { (content.extras["embed"]?.array ?? []).compactMap(\.object) }
}
