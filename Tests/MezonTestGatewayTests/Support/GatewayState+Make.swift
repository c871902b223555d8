import ChatModel
import Foundation
import MezonProtocol
import SwiftProtobuf

@testable import MezonTestGateway

extension UserID {
    static let bot: UserID = 1_900_000_000_000_000_101
    static let secondApp: UserID = 1_900_000_000_000_000_102
    static let guest: UserID = 1_900_000_000_000_000_201
    static let an: UserID = 1_900_000_000_000_000_202
    static let mod: UserID = 1_900_000_000_000_000_204
    static let outsider: UserID = 1_900_000_000_000_000_205
}

extension ClanID {
    static let lab: ClanID = 1_900_000_000_000_000_001
    static let other: ClanID = 1_900_000_000_000_000_002
}

extension String {
    /// A message with two buttons, of which one is disabled, and an embed with a select.
    static let yesOrNo = """
        {"t":"?","components":[{"components":[{"id":"yes","type":1,"component":{"label":"Yes"}},\
        {"id":"no","type":1,"component":{"label":"No","disable":true}}]}],\
        "embed":[{"title":"x","fields":[{"name":"n","inputs":{"id":"pick","type":2,"component":{"options":[{"label":"A","value":"a"}]}}}]}]}
        """
}

extension ChannelID {
    static let general: ChannelID = 1_900_000_000_000_000_011
    static let support: ChannelID = 1_900_000_000_000_000_012
    static let modLog: ChannelID = 1_900_000_000_000_000_014
    static let otherGeneral: ChannelID = 1_900_000_000_000_000_015
}

extension Date { static let start = Date(timeIntervalSince1970: 1_800_000_000) }

extension Caller {
    /// Fixed connection ids for tests of the state without sockets.
    static let bot = Caller(user: .bot, connection: 1)
    static let guest = Caller(user: .guest, connection: 2)
    static let mod = Caller(user: .mod, connection: 3)
    static let secondApp = Caller(user: .secondApp, connection: 4)
    static let an = Caller(user: .an, connection: nil)
    static let outsider = Caller(user: .outsider, connection: 9)
}

extension GatewayState {
    /// Creates the lab with four sockets, which have joined the clan and the conversations.
    static func make(limits: GatewayLimits = GatewayLimits()) throws -> GatewayState {
        var generator = SplitMix64(seed: 1)
        var state = try GatewayState(.lab, switches: CompatibilityFlags(), limits: limits, at: .start, using: &generator)
        for caller in [Caller.bot, .guest, .mod, .secondApp] {
            guard let connection = caller.connection else { continue }
            state.subscriptions.open(connection, user: caller.user)
            state.subscriptions.join(ClanID.lab, on: connection)
            state.subscriptions.join(ClanID(0), on: connection)
        }
        return state
    }

    /// Creates the lab and another clan, whose only member is not a member of the lab.
    static func makeTwoClans(limits: GatewayLimits = GatewayLimits()) throws -> GatewayState {
        var seed = GatewaySeed.lab
        seed.people.append(GatewaySeed.User(id: .outsider, name: "outsider"))
        seed.clans.append(
            GatewaySeed.Clan(
                id: .other, name: "Other", owner: .outsider, members: [.outsider],
                channels: [GatewaySeed.Channel(id: .otherGeneral, label: "general")], roles: []))
        var generator = SplitMix64(seed: 1)
        var state = try GatewayState(seed, switches: CompatibilityFlags(), limits: limits, at: .start, using: &generator)
        for caller in [Caller.bot, .guest, .mod, .outsider] {
            guard let connection = caller.connection else { continue }
            state.subscriptions.open(connection, user: caller.user)
            state.subscriptions.join(caller == .outsider ? ClanID.other : ClanID.lab, on: connection)
        }
        return state
    }

    /// Calls a procedure and decodes its answer.
    @discardableResult
    mutating func ask<Answer: SwiftProtobuf.Message>(
        _ rpc: RPC, _ request: some SwiftProtobuf.Message, by caller: Caller, as answer: Answer.Type = ApiNotificationClan.self
    ) throws -> (answer: Answer, pushes: [GatewayPush]) {
        var generator = SplitMix64(seed: 1)
        let reply = try call(rpc, request.wireBytes, by: caller, at: .start, using: &generator)
        return (try Answer(serializedBytes: reply.answer), reply.pushes)
    }

    /// Sends a message with custom content and returns its id.
    mutating func say(content: String, by caller: Caller, in channel: ChannelID = .general) throws -> MessageID {
        var wire = RtChannelMessageSend.make("", in: channel)
        wire.content = content
        return MessageID(try send(wire, by: caller, at: .start).answer.messageID)
    }

    /// Sends a text and returns the id of the message.
    mutating func say(_ text: String, by caller: Caller = .guest, in channel: ChannelID = .general) throws -> MessageID {
        MessageID(try send(.make(text, in: channel), by: caller, at: .start).answer.messageID)
    }
}

extension RtChannelMessageSend {
    static func make(_ text: String, in channel: ChannelID = .general) -> RtChannelMessageSend {
        var send = RtChannelMessageSend()
        send.clanID = ClanID.lab.rawValue
        send.channelID = channel.rawValue
        send.content = #"{"t":"\#(text)"}"#
        send.mode = 2
        return send
    }
}

extension [UInt8] {
    init(hex: String) {
        let digits = hex.compactMap(\.hexDigitValue)
        self = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
    }

    var hex: String { map { String($0 >> 4, radix: 16) + String($0 & 0xF, radix: 16) }.joined() }
}
