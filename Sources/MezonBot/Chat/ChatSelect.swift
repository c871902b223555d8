package import MezonModel

/// A select below a message, as somebody sees it who chats in a terminal.
package struct ChatSelect: Sendable, Hashable {
    package struct Option: Sendable, Hashable {
        package var label: String
        package var value: String
    }

    package var id: String
    package var placeholder: String
    package var options: [Option]

    /// Those of a message that anything can be chosen from, in their order.
    package static func list(of message: Message) -> [ChatSelect] {
        message.components.compactMap { item in
            guard item["type"]?.integer == selectType, let id = item["id"]?.string, !id.isEmpty,
                let component = item["component"]?.object, component["disabled"] != true
            else { return nil }
            let options = Option.list(of: component)
            guard !options.isEmpty else { return nil }
            return ChatSelect(id: id, placeholder: component["placeholder"]?.string ?? "", options: options)
        }
    }

    private static let selectType: Int64 = 2  // Mezon's number, from the protocol page §4.11.
}

extension ChatSelect.Option {
    static func list(of component: [String: JSONValue]) -> [ChatSelect.Option] {
        (component["options"]?.array ?? []).compactMap(\.object).compactMap { option in
            option["value"]?.string.map { ChatSelect.Option(label: option["label"]?.string ?? $0, value: $0) }
        }
    }
}

extension [ChatSelect.Option] {
    /// The one that somebody means by what they read, or by its value.
    package func named(_ word: String) -> ChatSelect.Option? {
        let word = word.lowercased()
        return first { $0.label.lowercased() == word } ?? first { $0.value.lowercased() == word }
    }

    /// What can be chosen, for people.
    package var text: String { map(\.label.terminalSafe).joined(separator: " | ") }
}

extension Message {
    /// What stands in the rows below it.
    var components: [[String: JSONValue]] {
        (content.extras["components"]?.array ?? []).flatMap { $0.object?["components"]?.array ?? [] }.compactMap(\.object)
    }
}
