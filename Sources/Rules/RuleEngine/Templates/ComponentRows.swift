import ChatModel

/// The interactive components under a message in Mezon's format: rows of at most five.
enum ComponentRows {
    /// The style of a button, with Mezon's numbers.
    enum Style: String, Hashable, Sendable, CaseIterable {
        case primary, secondary, success, danger

        fileprivate var number: Int64 {
            switch self {
            case .primary: 1
            case .secondary: 2
            case .success: 3
            case .danger: 4
            }
        }
    }

    struct Button: Hashable, Sendable {
        var id: String
        var label: String
        var style: Style
    }

    private static let rowLength = 5

    static func rows(_ buttons: [Button]) -> JSONValue {
        let rows = stride(from: 0, to: buttons.count, by: rowLength).map { start in
            JSONValue.object(["components": .array(buttons[start..<min(start + rowLength, buttons.count)].map(json))])
        }
        return .array(rows)
    }

    /// Returns the ids of the components of a message.
    static func ids(in message: Message) -> [String] {
        (message.content.extras["components"]?.array ?? []).flatMap { $0.object?["components"]?.array ?? [] }
            .compactMap { $0.object?["id"]?.string }
    }

    private static func json(_ button: Button) -> JSONValue {
        .object([
            "id": .string(button.id), "type": .integer(1),
            "component": .object(["label": .string(button.label), "style": .integer(button.style.number)]),
        ])
    }
}
