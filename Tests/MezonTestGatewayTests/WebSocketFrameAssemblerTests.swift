import NIOCore
import NIOWebSocket
import Testing

@testable import MezonTestGateway

@Suite struct WebSocketFrameAssemblerTests {
    private let mask: WebSocketMaskingKey = [0x37, 0xFA, 0x21, 0x3D]

    private func frame(
        _ opcode: WebSocketOpcode, _ payload: [UInt8] = [], fin: Bool = true, rsv1: Bool = false, isMasked: Bool = true
    ) -> WebSocketFrame {
        var data = ByteBuffer(bytes: payload)
        if isMasked { data.webSocketMask(mask) }
        return WebSocketFrame(fin: fin, rsv1: rsv1, opcode: opcode, maskKey: isMasked ? mask : nil, data: data)
    }

    @Test(arguments: [0, 1, 7, 8, 9, 100]) func `messages of any length are unmasked`(length: Int) {
        let payload = (0..<length).map { UInt8($0) }
        var assembler = WebSocketFrameAssembler(limit: 1000)
        #expect(assembler.process(frame(.binary, payload)) == .message(payload))
    }

    @Test func `fragments become one message despite a ping between them`() {
        var assembler = WebSocketFrameAssembler(limit: 1000)
        #expect(assembler.process(frame(.binary, [1, 2], fin: false)) == .nothing)
        #expect(assembler.process(frame(.ping, [9])) == .ping([9]))
        #expect(assembler.process(frame(.continuation, [3], fin: false)) == .nothing)
        #expect(assembler.process(frame(.continuation, [4])) == .message([1, 2, 3, 4]))
        #expect(assembler.process(frame(.binary, [5])) == .message([5]))
    }

    @Test func `the total size of fragments is limited`() {
        var assembler = WebSocketFrameAssembler(limit: 3)
        #expect(assembler.process(frame(.binary, [1, 2], fin: false)) == .nothing)
        #expect(assembler.process(frame(.continuation, [3, 4])) == .violation(1009, "a message over 3 bytes"))
    }

    @Test func `protocol violations result in their close codes`() {
        var assembler = WebSocketFrameAssembler(limit: 1000)
        #expect(assembler.process(frame(.binary, rsv1: true)) == .violation(1002, "reserved bits"))
        #expect(assembler.process(frame(.binary, isMasked: false)) == .violation(1002, "an unmasked frame"))
        #expect(assembler.process(frame(.continuation)) == .violation(1002, "a continuation of nothing"))
        #expect(assembler.process(frame(.text, [0x61])) == .violation(1003, "only binary messages"))
        #expect(assembler.process(frame(.ping, fin: false)) == .violation(1002, "a control frame in pieces"))
        #expect(assembler.process(frame(.binary, fin: false)) == .nothing)
        #expect(assembler.process(frame(.binary)) == .violation(1002, "a message inside a message"))
    }

    @Test(arguments: [
        ([UInt8](), WebSocketFrameAssembler.Step.closed(1000)), ([0x03, 0xE8], .closed(1000)),
        ([0x0B, 0xB8, 0x61], .closed(3000)),
        ([0x03], .violation(1002, "a close code of one byte")),
        ([0x03, 0xED], .violation(1002, "a close code that may not be sent")),
        ([0x00, 0x00], .violation(1002, "a close code that may not be sent")),
        ([0x03, 0xE8, 0xFF], .violation(1007, "a reason that is not UTF-8")),
    ]) func `close codes are checked`(payload: [UInt8], expected: WebSocketFrameAssembler.Step) {
        var assembler = WebSocketFrameAssembler(limit: 1000)
        #expect(assembler.process(frame(.connectionClose, payload)) == expected)
    }
}
