import BotTesting
import ChatModel
import Foundation
import Logging
import MezonProtocol
import SwiftProtobuf
import Testing

@testable import MezonTestGateway

@Suite(.timeLimit(.minutes(15))) struct MezonTestGatewayTests {
    @Test(arguments: ["0.0.0.0", "192.168.1.1", "::", "example.org", "10.0.0.1", "127.example.org", ""])
    func `addresses other than loopback are rejected`(host: String) {
        #expect(throws: GatewayError.notLoopback(host: host)) {
            try MezonTestGateway(
                configuration: GatewayConfiguration(host: host),
                time: ManualTime(now: Date(timeIntervalSince1970: 1_800_000_000)), logger: Logger(label: "test"))
        }
    }

    @Test func `the error for a port in use contains the port`() async throws {
        try await withGateway { _, address in
            let second = try MezonTestGateway(
                configuration: GatewayConfiguration(port: address.port),
                time: ManualTime(now: Date(timeIntervalSince1970: 1_800_000_000)), logger: Logger(label: "test"))
            await #expect(throws: GatewayError.portInUse(address.port)) { try await second.start() }
        }
    }

    @Test func `a gateway is started once`() async throws {
        try await withGateway { gateway, _ in
            await #expect(throws: GatewayError.alreadyStarted) { try await gateway.start() }
        }
    }

    @Test func `a message sent over one socket is pushed to another`() async throws {
        try await withGateway { gateway, address in
            let bot = try await address.join(gateway.named("mezon-bot"))
            let guest = try await address.join(gateway.named("guest"))
            try await guest.send(.channelMessageSend(.make("xin chào")))
            let ack = try await guest.readEnvelope().channelMessageAck
            let echo = try await guest.readEnvelope()
            let received = try await bot.readEnvelope()
            #expect(received == echo)
            #expect(received.cid == 0)
            #expect(received.channelMessage.messageID == ack.messageID)
            #expect(try await gateway.messages(in: .general).map(\.text) == ["xin chào"])
        }
    }

    @Test(arguments: [("0801b20100", "0801ba0100"), ("08021a00", "08021a00")])
    func `golden requests have their golden answers`(request: String, answer: String) async throws {
        try await withGateway { gateway, address in
            let bot = try await address.join(gateway.named("mezon-bot"))
            try await bot.send(TestConnection.frame([UInt8](hex: request)))
            #expect(try await bot.readFrame().payload.hex == answer)
        }
    }

    @Test func `sending to an unjoined private channel is refused with the golden error`() async throws {
        try await withGateway { gateway, address in
            let bot = try await address.join(gateway.named("mezon-bot"))
            try await bot.send(.channelMessageSend(.make("x", in: .modLog)))
            let expected =
                "0803622d080312294d757374206a6f696e206368616e6e656c206265666f72652073656e64696e67206d65737361676573"
            #expect(try await bot.readFrame().payload.hex == expected)
        }
    }

    @Test func `a call over the socket is found by name or index and answered with a raw frame`() async throws {
        try await withGateway { gateway, address in
            let bot = try await address.join(gateway.named("mezon-bot"))
            let byName = try await bot.call(.listClanDescs, [])
            #expect((byName.cid, byName.status) == (3, 0))
            #expect(try ApiClanDescList(serializedBytes: byName.payload).clandesc.map(\.clanName) == ["Mezon Lab"])
            var request = RtApiRequestEvent()
            request.apiIndex = RPC.listClanDescs.index
            try await bot.send(.apiRequestEvent(request))
            #expect(try await bot.readRaw().payload == byName.payload)
            request.apiIndex = 9999
            try await bot.send(.apiRequestEvent(request))
            #expect(try await bot.readRaw() == RawFrame(cid: 5, status: 12, payload: Array("unimplemented".utf8)))
        }
    }

    @Test func `the answer to a refused call contains its status and text`() async throws {
        try await withGateway { gateway, address in
            let app = try await address.join(gateway.named("second-app"))
            let message = try await gateway.say("not yours", as: "guest", in: .general)
            _ = try await app.readEnvelope()
            var remove = RtChannelMessageRemove()
            remove.channelID = ChannelID.general.rawValue
            remove.messageID = message.rawValue
            let answer = try await app.call(.deleteChannelMessage, remove.wireBytes)
            #expect(answer == RawFrame(cid: 3, status: 7, payload: Array("permission denied".utf8)))
        }
    }

    @Test func `shutdown closes sockets with 1001`() async throws {
        try await withGateway { gateway, address in
            let bot = try await address.join(gateway.named("mezon-bot"))
            await gateway.shutdown()
            let frame = try await bot.readFrame()
            #expect((frame.opcode, Array(frame.payload.prefix(2))) == (8, [0x03, 0xE9]))
            #expect(await bot.readToEnd().isEmpty)
        }
    }

    @Test func `an idle client is disconnected after thirty seconds`() async throws {
        let time = ManualTime(now: Date(timeIntervalSince1970: 1_800_000_000))
        try await withGateway(time: time) { gateway, address in
            let bot = try await address.join(gateway.named("mezon-bot"))
            time.advance(by: .seconds(29))
            try await bot.send(.ping(RtPing()))
            #expect(try await bot.readEnvelope().message == .pong(RtPong()))
            time.advance(by: .seconds(30))
            let frame = try await bot.readFrame()
            #expect((frame.opcode, Array(frame.payload.prefix(2))) == (8, [0x03, 0xE9]))
        }
    }

    @Test func `a client that never reads is disconnected and others are not`() async throws {
        var limits = GatewayLimits()
        limits.backlogBytes = 1 << 20
        limits.contentUnits = 1 << 19
        try await withGateway(GatewayConfiguration(limits: limits)) { gateway, address in
            let session = try await address.login(gateway.named("guest"))
            let slow = try await TestConnection(address, isReading: false)
            try await slow.send(GatewayAddress.upgradeRequest(session.token))
            var join = RtClanJoin()
            join.clanID = ClanID.lab.rawValue
            try await slow.send(.clanJoin(join))
            let bot = try await address.join(gateway.named("mezon-bot"))
            // More than the kernel's buffers and the backlog together can hold.
            let message = RtEnvelope.with(
                cid: 9, .channelMessageSend(.make(String(repeating: "x", count: 1 << 18))))
            let frame = TestConnection.frame(message.wireBytes)
            var sent = 0
            while try await gateway.onLoop({ router throws(GatewayRequestError) in router.connectionCount }) == 2 {
                guard sent < 1000 else { throw Missing() }
                try await bot.send(frame)
                _ = try await bot.readEnvelope()
                _ = try await bot.readEnvelope()
                sent += 1
            }
            try await bot.send(.ping(RtPing()))
            #expect(try await bot.readEnvelope().message == .pong(RtPong()))
        }
    }
}
