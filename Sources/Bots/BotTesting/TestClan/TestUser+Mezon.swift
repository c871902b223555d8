public import ChatModel
import Foundation
import MezonProtocol
import MezonTestGateway
import SwiftProtobuf

/// The things that users do on Mezon besides writing.
extension TestUser {
    /// Sends tokens; to the bot if no receiver is given.
    ///
    /// - Throws: `TestClanError`.
    @discardableResult
    public func sendsTokens(_ amount: Int, note: String = "", to receiver: TestUser? = nil) async throws -> [Action] {
        try await sendTokens(amount, note: note, to: receiver).map(\.action)
    }

    /// Gives the author of a message a coffee; for the bot's latest message if none is given.
    ///
    /// - Throws: `TestClanError`.
    @discardableResult
    public func givesCoffee(for message: ChatModel.Message? = nil, in channel: String = "general") async throws -> [Action] {
        let me = clan.user(TestClanSetup.bot).id
        let message = try message ?? clan.messages(in: channel).last { $0.author.id == me }
        guard let message else { throw TestClanError.noMessage("the bot sent no message in #\(channel)") }
        return try await giveCoffee(for: message).map(\.action)
    }

    /// Appears online, as `onlineMembers()` and `memberActivity` report it. Users are offline at first.
    ///
    /// - Throws: `TestClanError`.
    @discardableResult
    public func goesOnline() async throws -> [Action] { try await show(isOnline: true).map(\.action) }

    /// Appears offline.
    ///
    /// - Throws: `TestClanError`.
    @discardableResult
    public func goesOffline() async throws -> [Action] { try await show(isOnline: false).map(\.action) }

    /// Begins to write a message. What a user types in a channel within 30 seconds is reported once.
    ///
    /// - Throws: `TestClanError`.
    @discardableResult
    public func types(in channel: String = "general") async throws -> [Action] {
        try await type(in: channel).map(\.action)
    }

    /// Chooses a command from Mezon's `/` menu, in which the bot has it.
    ///
    /// - Throws: `TestClanError`.
    @discardableResult
    public func chooses(_ menu: String, in channel: String = "general") async throws -> [Action] {
        try await choose(menu, in: channel).map(\.action)
    }

    func show(isOnline: Bool) async throws -> [RequestedAction] {
        let id = id
        return try await clan.perform("\(name) is \(isOnline ? "online" : "offline")", as: self) { gateway in
            gateway.setOnline(isOnline, id)
        }
    }

    func type(in channel: String) async throws -> [RequestedAction] {
        let place = try clan.place(channel)
        let (now, id) = (clan.now, id)
        let typing = RtEnvelope.with {
            $0.messageTypingEvent.clanID = place.clan.rawValue
            $0.messageTypingEvent.channelID = place.id.rawValue
            $0.messageTypingEvent.mode = place.mode.rawValue
        }
        return try await clan.perform("\(name) types in #\(channel)", as: self) { gateway in
            try gateway.perform(.envelope(typing), as: id, at: now).pushes
        }
    }

    func sendTokens(_ amount: Int, note: String, to receiver: TestUser? = nil) async throws -> [RequestedAction] {
        let receiver = receiver ?? clan.user(TestClanSetup.bot)
        let (now, id) = (clan.now, id)
        return try await clan.perform("\(name) sends \(receiver.name) \(amount) tokens", as: self, with: [receiver]) { gateway in
            try gateway.giveTokens(amount, note: note, from: id, to: receiver.id, at: now)
        }
    }

    func giveCoffee(for message: ChatModel.Message) async throws -> [RequestedAction] {
        let id = id
        return try await clan.perform("\(name) gives a coffee for \(message.id)", as: self) { gateway in
            try gateway.giveCoffee(for: message.id, in: message.channel, from: id)
        }
    }

    func choose(_ menu: String, in channel: String) async throws -> [RequestedAction] {
        let place = try clan.place(channel)
        let (now, id, me) = (clan.now, id, clan.user(TestClanSetup.bot).id)
        let entry = ApiQuickMenuAccess.with {
            $0.menuName = menu
            $0.menuType = 2
        }
        let use = RtEnvelope.with {
            $0.quickMenuEvent.menuName = menu
            $0.quickMenuEvent.message.channelID = place.id.rawValue
        }
        return try await clan.perform("\(name) chooses /\(menu) in #\(channel)", as: self) { gateway in
            let listed = try gateway.call(.listQuickMenuAccess, [], as: me, at: now).answer
            if try !ApiQuickMenuAccessList(serializedBytes: listed).listMenus.contains(where: { $0.menuName == menu }) {
                _ = try gateway.call(.addQuickMenuAccess, entry.wireBytes, as: me, at: now)
            }
            return try gateway.perform(.envelope(use), as: id, at: now).pushes
        }
    }
}
