import Foundation

/// Where the presses of some buttons and selects go, and what they carry.
///
/// A bot names its routes once, with the type of their payload, puts their buttons into drafts and lists what becomes of a press:
///
///     static let vote = Route<Int>("vote")
///
///     … .reply(try Draft("Lunch?").adding(Self.vote.button("Phở", 0), Self.vote.button("Bún", 1)))
///
///     var presses: [Press<Self>] {
///         Press(Self.vote) { (context, choice) in [.whisper("You chose \(choice).", to: context.user)] }
///     }
///
/// The payload travels with the component, so it survives a restart by itself; it is at most 256 bytes as JSON. What is longer
/// belongs into the bot's state, and its key into the payload.
public struct BotRoute<B: Bot, Payload: Codable & Sendable>: Sendable {
    let name: String

    /// - Parameter name: lower-case letters, digits and dashes.
    public init(_ name: String) {
        precondition(ComponentID.isRouteName(name), "a route's name is lower-case letters, digits and dashes: '\(name)'")
        self.name = name
    }

    /// A button that carries a payload.
    ///
    /// - Throws: `ComponentError` for a payload that is too long.
    public func button(_ label: String, _ payload: Payload, _ style: ButtonStyle = .primary) throws -> Component {
        .button(id: try id(payload).text, label: label, style: style)
    }

    /// A select of which one is chosen; each choice carries a payload.
    ///
    /// - Throws: `ComponentError` for a payload that is too long, and for more than 25 choices.
    public func select(_ placeholder: String, _ choices: [(label: String, payload: Payload)]) throws -> Component {
        guard choices.count <= Component.mostChoices else {
            throw ComponentError.tooManyChoices(route: name, count: choices.count, most: Component.mostChoices)
        }
        let options = try choices.map { (label: $0.label, value: try text(of: $0.payload)) }
        return .select(id: ComponentID(bot: B.manifest.name, route: name, payload: "").text, placeholder: placeholder, options)
    }

    func id(_ payload: Payload) throws -> ComponentID {
        ComponentID(bot: B.manifest.name, route: name, payload: try text(of: payload))
    }

    private func text(of payload: Payload) throws -> String {
        if payload is NoPayload { return "" }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let bytes: Data
        do {
            bytes = try encoder.encode(payload)
        } catch {
            throw ComponentError.payloadUnwritable(route: name, reason: "\(error)")
        }
        guard bytes.count <= ComponentID.mostPayload else {
            throw ComponentError.payloadTooLong(route: name, bytes: bytes.count, most: ComponentID.mostPayload)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension BotRoute where Payload == NoPayload {
    /// A button that says nothing but that it was pressed.
    public func button(_ label: String, _ style: ButtonStyle = .primary) -> Component {
        .button(id: ComponentID(bot: B.manifest.name, route: name, payload: "").text, label: label, style: style)
    }
}

/// For a button that carries nothing.
public struct NoPayload: Codable, Hashable, Sendable {
    public init() {}
}

extension Bot {
    /// Where presses of this bot's components go.
    public typealias Route<Payload: Codable & Sendable> = BotRoute<Self, Payload>
}
