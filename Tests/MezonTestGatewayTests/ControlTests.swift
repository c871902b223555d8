import BotTesting
import ChatModel
import Foundation
import MezonProtocol
import Testing

@testable import MezonTestGateway

@Suite(.timeLimit(.minutes(15))) struct ControlTests {
    @Test(arguments: [
        (["Origin: http://localhost"], "localhost", 403), ([], "evil.example", 403), ([], "127.0.0.1.evil.example", 403),
        ([], "localhost:80", 200), ([], "[::1]:80", 200), ([], "127.0.0.1", 200),
    ]) func `the control endpoint answers only local programs`(headers: [String], host: String, status: Int) async throws {
        try await withGateway { _, address in
            let answer = try await address.ask("GET", "/control/state", headers: headers, host: host)
            #expect(answer.head.hasPrefix("HTTP/1.1 \(status)"))
        }
    }

    @Test func `the state names the accounts with their tokens`() async throws {
        try await withGateway { gateway, address in
            let answer = try await address.ask("GET", "/control/state")
            let state = try JSONDecoder().decode(JSONValue.self, from: Data(answer.body)).object
            let tokens = state?["accounts"]?.array?.compactMap { $0.object?["token"]?.string }
            #expect(tokens == gateway.accounts.map { $0.token.reveal() })
        }
    }

    @Test func `an account is created once, joins the clan and can log in`() async throws {
        try await withGateway { gateway, address in
            let bot = try await address.join(gateway.named("mezon-bot"))
            let first = try await address.ask("POST", "/control/accounts", Array(#"{"name":"chi"}"#.utf8))
            let second = try await address.ask("POST", "/control/accounts", Array(#"{"name":"chi"}"#.utf8))
            #expect(first.body == second.body)
            #expect(try await bot.readEnvelope().addClanUserEvent.user.username == "chi")
            _ = try await address.join(try await gateway.account(named: "chi"))
        }
    }

    @Test func `a message from the control endpoint is pushed to sockets`() async throws {
        try await withGateway { gateway, address in
            let bot = try await address.join(gateway.named("mezon-bot"))
            let body = #"{"as":"guest","channel":"\#(ChannelID.general)","text":"hello \"bot\""}"#
            let answer = try await address.ask("POST", "/control/say", Array(body.utf8))
            #expect(answer.head.hasPrefix("HTTP/1.1 200"))
            let received = try await bot.readEnvelope().channelMessage
            #expect(MessageDecoder.message(received).text == #"hello "bot""#)
        }
    }

    @Test func `a click on a message with buttons is pushed to its author`() async throws {
        try await withGateway { gateway, address in
            let bot = try await address.join(gateway.named("mezon-bot"))
            let content = #"{"t":"ban?","components":[{"components":[{"id":"yes","type":1,"component":{"label":"Yes"}}]}]}"#
            let body = #"{"as":"mezon-bot","channel":"\#(ChannelID.general)","content":\#(content)}"#
            let answer = try await address.ask("POST", "/control/say", Array(body.utf8))
            let id = try JSONDecoder().decode([String: MessageID].self, from: Data(answer.body))["message_id"]
            let received = MessageDecoder.message(try await bot.readEnvelope().channelMessage)
            #expect((received.id, received.content) == (id, ContentJSON.decode(content)))
            try await gateway.click("yes", of: received.id, in: .general, as: "mod")
            let click = try await bot.readEnvelope().messageButtonClicked
            #expect((click.buttonID, click.userID, click.messageID) == ("yes", UserID.mod.rawValue, received.id.rawValue))
        }
    }

    @Test func `the control endpoint joins, leaves and changes voice`() async throws {
        try await withGateway { gateway, address in
            let bot = try await address.join(gateway.named("mezon-bot"))
            try await gateway.leave(.lab, as: "guest")
            #expect(try await bot.readEnvelope().userClanRemovedEvent.userIds == [UserID.guest.rawValue])
            try await gateway.join(.lab, as: "guest")
            #expect(try await bot.readEnvelope().addClanUserEvent.user.userID == UserID.guest.rawValue)
            try await gateway.setVoicePresence(true, in: .general, as: "guest")
            #expect(try await bot.readEnvelope().voiceJoinedEvent.voiceChannelID == ChannelID.general.rawValue)
            try await gateway.setVoicePresence(false, in: .general, as: "guest")
            #expect(try await bot.readEnvelope().voiceLeavedEvent.voiceUserID == UserID.guest.rawValue)
        }
    }

    @Test(arguments: [
        ("say", #"{"as":"guest","channel":"1900000000000000011"}"#, 400),
        ("say", #"{"as":"nobody","channel":"1900000000000000011","text":"x"}"#, 404),
        ("click", #"{"as":"guest","channel":"1900000000000000011","message":"7","button":"yes"}"#, 404),
        ("join", #"{"as":"guest","clan":"7"}"#, 404), ("leave", #"{"as":"mod","clan":"1900000000000000001"}"#, 403),
        ("voice", #"{"as":"guest","channel":"1900000000000000014","talking":true}"#, 404),
        ("join", #"{"as":"guest","clan":"1900000000000000001"}"#, 204),
    ]) func `invalid control requests are refused`(path: String, body: String, status: Int) async throws {
        try await withGateway { _, address in
            let answer = try await address.ask("POST", "/control/\(path)", Array(body.utf8))
            #expect(answer.head.hasPrefix("HTTP/1.1 \(status)"))
        }
    }

    @Test func `an account is disconnected and the others stay`() async throws {
        try await withGateway { gateway, address in
            let bot = try await address.join(gateway.named("mezon-bot"))
            let guest = try await address.join(gateway.named("guest"))
            try await gateway.disconnect("guest")
            #expect(try await guest.readFrame().opcode == 8)
            try await bot.send(.ping(RtPing()))
            #expect(try await bot.readEnvelope().message == .pong(RtPong()))
        }
    }

    @Test(arguments: [
        (#"{"own_echo":false}"#, 200), (#"{"own_echo":"no"}"#, 400), (#"{"nonsense":1}"#, 400), (#"{"empty_rpc":500}"#, 400),
        (#"{"update_reply":"envelope","ws_url":"bare"}"#, 200), ("[]", 400), ("", 400),
    ]) func `switches accept only valid values`(body: String, status: Int) async throws {
        try await withGateway { _, address in
            let answer = try await address.ask("POST", "/control/switches", Array(body.utf8))
            #expect(answer.head.hasPrefix("HTTP/1.1 \(status)"))
        }
    }

    @Test func `a lost ack leaves the message in history`() async throws {
        try await withGateway { gateway, address in
            let guest = try await address.join(gateway.named("guest"))
            try await gateway.add(Fault(.loseAck, on: "channel_message_send", nth: 1))
            try await guest.send(.channelMessageSend(.make("hi")))
            guard case .channelMessage? = try await guest.readEnvelope().message else { throw Missing() }
            #expect(try await gateway.messages(in: .general).count == 1)
        }
    }

    @Test func `a dropped request is not performed, a refused one is answered, and a duplicated push is sent twice`() async throws
    {
        try await withGateway { gateway, address in
            let guest = try await address.join(gateway.named("guest"))
            try await gateway.add(Fault(.drop, on: "ping", nth: 1))
            try await gateway.add(Fault(.refuse, on: "ping", nth: 2, message: "no"))
            try await guest.send(.ping(RtPing()))
            try await guest.send(.ping(RtPing()))
            #expect(try await guest.readEnvelope() == .error(GatewayRequestError(status: 13, message: "no"), cid: 4))
            try await gateway.add(Fault(.duplicate, on: "push"))
            try await gateway.say("twice", as: "mod", in: .general)
            #expect(try await guest.readEnvelope() == (try await guest.readEnvelope()))
        }
    }

    @Test func `a delayed push is sent after its delay`() async throws {
        let time = ManualTime(now: Date(timeIntervalSince1970: 1_800_000_000))
        try await withGateway(time: time) { gateway, address in
            let guest = try await address.join(gateway.named("guest"))
            try await gateway.add(Fault(.delay, on: "push", times: 1, milliseconds: 1000))
            try await gateway.say("late", as: "mod", in: .general)
            try await gateway.say("early", as: "mod", in: .general)
            #expect(try await guest.readEnvelope().channelMessage.content == #"{"t":"early"}"#)
            time.advance(by: .seconds(1))
            #expect(try await guest.readEnvelope().channelMessage.content == #"{"t":"late"}"#)
        }
    }

    @Test func `a half-open socket answers nothing and is not closed`() async throws {
        try await withGateway { gateway, address in
            let guest = try await address.join(gateway.named("guest"))
            try await gateway.add(Fault(.halfOpen, on: "ping", account: "guest"))
            try await guest.send(.ping(RtPing()))
            let mod = try await address.join(gateway.named("mod"))
            try await gateway.say("x", as: "mod", in: .general)
            _ = try await mod.readEnvelope()
            #expect(try await gateway.onLoop { router throws(GatewayRequestError) in router.connectionCount } == 2)
            await gateway.shutdown()
            #expect(await guest.readToEnd().isEmpty)
        }
    }

    @Test func `login and upgrade can be refused`() async throws {
        try await withGateway { gateway, address in
            let session = try await address.login(gateway.named("guest"))
            try await gateway.add(Fault(.rateLimit, on: "login", account: "guest"))
            try await gateway.add(Fault(.unauthorized, on: "upgrade", times: 1))
            await #expect(throws: Missing.self) { try await address.login(gateway.named("guest")) }
            #expect(try await address.upgrade(session.token).head.hasPrefix("HTTP/1.1 401"))
            #expect(try await address.upgrade(session.token).head.hasPrefix("HTTP/1.1 101"))
        }
    }
}
