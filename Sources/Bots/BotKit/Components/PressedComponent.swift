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
        let rows = message.content.extras["components"]?.array ?? []
        let items = rows.flatMap { $0.object?["components"]?.array ?? [] }.compactMap(\.object)
        guard let item = items.first(where: { $0["id"]?.string == id.text }), let component = item["component"]?.object else {
            return nil
        }
        guard let options = component["options"]?.array else {
            payload = id.payload
            isChoice = false
            label = component["label"]?.string ?? ""
            return
        }
        guard let option = options.compactMap(\.object).first(where: { $0["value"]?.string == extra }) else { return nil }
        payload = extra
        isChoice = true
        label = option["label"]?.string ?? extra
    }
}
