import Foundation

/// A destination for presses of buttons and selects, with the type of the payload that they carry.
///
/// A bot declares each route once, creates the route's components for its drafts, and lists the handlers of their presses:
///
///     static let vote = Route<Int>("vote")
///
///     … .reply(try Draft("Lunch?").adding(Self.vote.button("Phở", 0), Self.vote.button("Bún", 1)))
///
///     var presses: [Press<Self>] {
///         Press(Self.vote) { (context, choice) in [.ephemeral("You chose \(choice).", to: context.user)] }
///     }
///
/// The payload is stored in the component itself and so survives a restart; its maximum size is 256 bytes as JSON. Keep larger
/// data in the bot's state and its key in the payload.
public struct BotRoute<B: Bot, Payload: Codable & Sendable>: Sendable {
    let name: String

    /// Creates a route.
    ///
    /// - Parameter name: Lower-case letters, digits and dashes.
    public init(_ name: String) {
        precondition(ComponentID.isRouteName(name), "a route's name is lower-case letters, digits and dashes: '\(name)'")
        self.name = name
    }

    /// Creates a button that carries a payload.
    ///
    /// - Throws: `ComponentError` if the payload is too long.
    public func button(_ label: String, _ payload: Payload, _ style: ButtonStyle = .primary) throws -> Component {
        .button(id: try id(payload).text, label: label, style: style)
    }

    /// Creates a select from which one choice is picked; each choice carries a payload.
    ///
    /// - Throws: `ComponentError` if a payload is too long, or for more than 25 choices.
    public func select(_ placeholder: String, _ choices: [(label: String, payload: Payload)]) throws -> Component {
        let options = try choices.map { SelectOption($0.label, try text(of: $0.payload)) }
        if let problem = SelectOption.problem(of: name, options, 1...1) { throw problem }
        return .select(id: bareID, route: name, placeholder: placeholder, options)
    }

    func id(_ payload: Payload) throws -> ComponentID {
        ComponentID(bot: B.manifest.name, route: name, payload: try text(of: payload))
    }

    /// The id of a component without a payload.
    fileprivate var bareID: String { ComponentID(bot: B.manifest.name, route: name, payload: "").text }

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
        guard bytes.count <= ComponentID.maxPayload else {
            throw ComponentError.payloadTooLong(route: name, bytes: bytes.count, most: ComponentID.maxPayload)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension BotRoute where Payload == NoPayload {
    /// Creates a button without a payload.
    public func button(_ label: String, _ style: ButtonStyle = .primary) -> Component {
        .button(id: bareID, label: label, style: style)
    }
}

extension BotRoute where Payload == UserID {
    /// Creates a select that lists users. The payload is the id that the client sent; it may belong to anyone.
    public func users(_ placeholder: String) -> Component { .select(id: bareID, placeholder: placeholder, of: .user) }
}

extension BotRoute where Payload == RoleID {
    /// Creates a select that lists roles. The payload is the id that the client sent; it may belong to any clan.
    public func roles(_ placeholder: String) -> Component { .select(id: bareID, placeholder: placeholder, of: .role) }
}

extension BotRoute where Payload == ChannelID {
    /// Creates a select that lists channels. The payload is the id that the client sent; it may belong to any clan.
    public func channels(_ placeholder: String) -> Component { .select(id: bareID, placeholder: placeholder, of: .channel) }
}

/// The payload of components that carry none.
public struct NoPayload: Codable, Hashable, Sendable {
    /// Creates the empty payload.
    public init() {}
}

extension Bot {
    /// A destination for presses of this bot's components.
    public typealias Route<Payload: Codable & Sendable> = BotRoute<Self, Payload>
}
