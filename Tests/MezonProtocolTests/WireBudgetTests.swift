import ChatModel
import MezonProtocol
import SwiftProtobuf
import Testing

struct WireBudgetTests {
    /// Returns a list of channels, each of which is one empty field.
    private func list(_ count: Int) -> [UInt8] { Array(repeatElement([0x0A, 0x00] as [UInt8], count: count).joined()) }

    @Test func `a list of a few thousand channels is decoded`() throws {
        #expect(try ApiChannelDescList(received: list(5000)).channeldesc.count == 5000)
    }

    @Test func `a list with too many parts is rejected before decoding`() {
        #expect(throws: WireError.tooManyParts(limit: WireBudget.parts)) {
            try ApiChannelDescList(received: list(WireBudget.parts + 1))
        }
    }

    @Test func `parts are counted at every depth, even before invalid bytes`() {
        let inner = Array(repeating: [0x0A, 0x00] as [UInt8], count: 100_000).joined()
        var outer: [UInt8] = [0x0A]
        var length = inner.count
        while length > 0x7F {
            outer.append(UInt8(length & 0x7F) | 0x80)
            length >>= 7
        }
        outer += [UInt8(length)] + inner + [0xFF]
        #expect(!WireBudget.allows(outer, parts: 99_999))
        #expect(WireBudget.allows(outer, parts: 100_001))
    }

    @Test func `a long text is one part, and random bytes terminate`() {
        let text = RtEnvelope.with {
            $0.channelMessage.content = "{\"t\":\"" + String(repeating: "xin chào ", count: 20_000) + "\"}"
        }
        #expect(WireBudget.allows(text.wireBytes, parts: 1000))
        var random = SplitMix64(seed: 5)
        for _ in 0..<4 {
            let bytes = (0..<70_000).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            _ = WireBudget.allows(bytes)
        }
    }
}
