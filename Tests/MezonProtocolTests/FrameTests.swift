import BotKit
import BotTesting
import ChatModel
import Foundation
import MezonProtocol
import Testing

struct FrameTests {
    @Test(arguments: Golden.frames.filter { !$0.name.hasPrefix("ListChannelDescs") })
    func `every golden frame is decoded and encoded byte for byte`(name: String, bytes: [UInt8]) throws {
        switch try Frame(bytes) {
        case .envelope(let envelope): #expect(envelope.wireBytes == bytes)
        case .raw(let raw): #expect(raw.bytes == bytes)
        }
    }

    @Test(arguments: [
        ("RAW status 7 permission denied, cid 10", RawFrame(cid: 10, status: 7, payload: Array("permission denied".utf8))),
        ("RAW status 0, empty, cid 6", RawFrame(cid: 6, status: 0, payload: [])),
    ])
    func `a golden raw frame is decoded`(name: String, expected: RawFrame) throws {
        guard case .raw(let frame) = try Frame(Golden.frame(name)) else {
            Issue.record("not a raw frame")
            return
        }
        #expect(frame == expected)
    }

    @Test func `an error reply is decoded`() throws {
        let envelope = try envelope("error 3 Must join channel before sending messages, cid 3")
        #expect(envelope.cid == 3)
        #expect(envelope.error.code == 3)
        #expect(envelope.error.message == "Must join channel before sending messages")
    }

    @Test func `an acknowledgement is decoded`() throws {
        let envelope = try envelope("ack, cid 4")
        #expect(envelope.cid == 4)
        #expect(envelope.channelMessageAck.messageID == 2_123_920_948_229_836_802)
        #expect(envelope.channelMessageAck.channelID == 1_977_287_012_746_530_816)
        #expect(envelope.channelMessageAck.createTimeSeconds == 1_795_217_189)
    }

    @Test(arguments: [[UInt8]([0xFF]), [0xFF, 0, 1, 0, 0, 0], [0x08], [0x32, 0xFF], [0x0A, 0x05, 1]])
    func `a truncated frame is an error`(bytes: [UInt8]) {
        #expect(throws: WireError.self) { try Frame(bytes) }
    }

    @Test func `an empty frame is an empty envelope`() throws {
        guard case .envelope(let envelope) = try Frame([]) else {
            Issue.record("not an envelope")
            return
        }
        #expect(envelope.message == nil)
    }

    /// External input never crashes: this exercises all frame decoding.
    @Test(arguments: 0..<8)
    func `truncated, altered and random frames do not crash the decoder`(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        var read = 0
        for frame in Golden.frames.map(\.bytes) {
            for length in 0...frame.count { read += understood(Array(frame.prefix(length))) }
            for _ in 0..<200 {
                var flipped = frame
                for _ in 0...Int.random(in: 0...2, using: &random) {
                    let position = Int.random(in: 0..<flipped.count, using: &random)
                    flipped[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                }
                read += understood(flipped)
            }
        }
        for _ in 0..<2000 {
            let noise = (0..<Int.random(in: 0...64, using: &random)).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            read += understood(noise)
        }
        #expect(read > Golden.frames.count)
    }

    private func understood(_ bytes: [UInt8]) -> Int {
        guard let frame = try? Frame(bytes) else { return 0 }
        if case .envelope(let envelope) = frame {
            _ = DecodedPush(envelope, receivedAt: .distantPast)
            _ = try? ResolvedActionCodec.outgoing(bytes)
        }
        return 1
    }

    private func envelope(_ name: String) throws -> RtEnvelope {
        guard case .envelope(let envelope) = try Frame(Golden.frame(name)) else { throw WireError.notARequest }
        return envelope
    }
}
