import ChatModel
import Foundation
import MezonProtocol

/// A button, select or input in a message's content, with the properties that interactions depend on
/// (Documentation/Protocol.md §3.6).
struct MessageComponent: Equatable {
    var isUsable: Bool
    /// The values of a select; empty if any value is allowed, as in a select of users.
    var values: [String]

    func offers(_ value: String) -> Bool { values.isEmpty || values.contains(value) }
}

extension ApiChannelMessage {
    /// Returns the component with an id, below the message or inside an embed; `nil` if there is none.
    func component(_ id: String) -> MessageComponent? {
        guard !id.isEmpty, let content = try? JSONDecoder().decode([String: JSONValue].self, from: Data(content.utf8)) else {
            return nil
        }
        return ["components", "embed"].lazy.compactMap { content[$0]?.component(id) }.first
    }
}

extension JSONValue {
    /// Returns the first object with this id and a component's type, at any depth.
    fileprivate func component(_ id: String) -> MessageComponent? {
        if let list = array { return list.lazy.compactMap { $0.component(id) }.first }
        guard let object else { return nil }
        if object["id"]?.string == id, object["type"]?.integer != nil {
            let shape = object["component"]?.object ?? [:]
            let isDisabled = shape["disable"] == .bool(true) || shape["disabled"] == .bool(true)
            let options = shape["options"]?.array ?? object["component"]?.array ?? []
            return MessageComponent(isUsable: !isDisabled, values: options.compactMap { $0.object?["value"]?.string })
        }
        return object.sorted { $0.key < $1.key }.lazy.compactMap { $0.value.component(id) }.first
    }
}
