package import ChatModel

/// A select menu below a message, for users of `mezon-bot chat`.
package struct ChatSelect: Sendable, Hashable {
    package struct Option: Sendable, Hashable {
        package var label: String
        package var value: String
    }

    package var id: String
    package var placeholder: String
    package var options: [Option]

    /// The enabled select menus of a message in order, without empty ones.
    package static func list(of message: Message) -> [ChatSelect] {
        message.content.components.compactMap { item in
            guard item["type"]?.integer == selectType, let id = item["id"]?.string, !id.isEmpty,
                let component = item["component"]?.object, component["disabled"] != true
            else { return nil }
            let options = Option.list(of: item["component"])
            guard !options.isEmpty else { return nil }
            return ChatSelect(id: id, placeholder: component["placeholder"]?.string ?? "", options: options)
        }
    }

    private static let selectType: Int64 = 2  // Mezon's value (Documentation/Protocol.md §3.6).
}

extension ChatSelect.Option {
    /// Returns the options of a select, or of a group of radio buttons, which is a list itself.
    static func list(of component: JSONValue?) -> [ChatSelect.Option] {
        (component?.object?["options"]?.array ?? component?.array ?? []).compactMap(\.object).compactMap { option in
            option["value"]?.string.map { ChatSelect.Option(label: option["label"]?.string ?? $0, value: $0) }
        }
    }
}

extension [ChatSelect.Option] {
    /// The option with the given label or value.
    package func named(_ word: String) -> ChatSelect.Option? {
        let word = word.lowercased()
        return first { $0.label.lowercased() == word } ?? first { $0.value.lowercased() == word }
    }

    /// The options for display.
    package var text: String { map(\.label.terminalSafe).joined(separator: " | ") }
}
