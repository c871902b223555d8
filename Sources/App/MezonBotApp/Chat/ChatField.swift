package import ChatModel

/// A form field of a message, for users of `mezon-bot chat`.
package struct ChatField: Sendable, Hashable {
    /// The name by which the field is filled in.
    package var name: String
    /// The label shown beside it.
    package var label: String
    /// The allowed values; empty if any text is allowed.
    package var options: [ChatSelect.Option]

    package static func list(of message: Message) -> [ChatField] { message.embeds.flatMap(list) }

    static func list(of embed: [String: JSONValue]) -> [ChatField] {
        (embed["fields"]?.array ?? []).compactMap(\.object).compactMap { field in
            guard let input = field["inputs"]?.object, let name = input["id"]?.string, !name.isEmpty,
                input["type"]?.integer != animationType
            else { return nil }
            return ChatField(
                name: name, label: field["name"]?.string ?? name,
                options: ChatSelect.Option.list(of: input["component"]))
        }
    }

    private static let animationType: Int64 = 6  // Mezon's value (Documentation/Protocol.md §3.6): it has no value.

    /// The value that a word stands for; nil if it is not among the options.
    package func value(of word: String) -> String? { options.isEmpty ? word : options.named(word)?.value }

    /// A description of the field with its value.
    package func text(filledWith value: String?) -> String {
        let given = value.map { value in options.first { $0.value == value }?.label ?? value }
        let choices = options.isEmpty ? "" : " (\(options.text))"
        return "\(name.terminalSafe) = \(given?.terminalSafe ?? "…")  \(label.terminalSafe)\(choices)"
    }
}

extension Message {
    var embeds: [[String: JSONValue]] { (content.extras["embed"]?.array ?? []).compactMap(\.object) }
}
