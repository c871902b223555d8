/// The component that a user claims to have pressed, as the message carries it.
struct PressedComponent: Sendable {
    /// The payload; for a select, the chosen value.
    let payload: String
    let label: String
    let isChoice: Bool

    /// Finds the component in the message.
    ///
    /// - Parameter extra: The data sent with the press: a form's content, or the chosen value.
    /// - Returns: Nil if the message does not carry the component or the choice.
    init?(_ id: ComponentID, _ extra: String, in message: Message) {
        guard let item = message.content.components.first(where: { $0["id"]?.string == id.text }),
            let component = item["component"]?.object, component["disable"] != true, component["disabled"] != true
        else { return nil }
        guard item["type"]?.integer == 2 else {
            payload = id.payload
            isChoice = false
            label = component["label"]?.string ?? ""
            return
        }
        isChoice = true
        guard component["options"] != nil else {
            // A select of users, roles or channels: any id may be chosen.
            guard let chosen = UserID(extra), !chosen.isNone else { return nil }
            payload = "\"\(chosen)\""
            label = extra
            return
        }
        let options = (component["options"]?.array ?? []).compactMap(\.object)
        guard let option = options.first(where: { $0["value"]?.string == extra }) else { return nil }
        payload = extra
        label = option["label"]?.string ?? extra
    }
}
