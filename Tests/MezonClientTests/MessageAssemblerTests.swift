import NIOCore
import NIOWebSocket
import Testing

@testable import MezonClient

@Suite struct MessageAssemblerTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var frames: [WebSocketFrame]
        var last: MessageAssembler.Step
        var testDescription: String { name }
    }

    @Test(arguments: cases)
    func `WebSocket frames are assembled as RFC 6455 requires`(of given: Case) {
        var assembler = MessageAssembler(limitInBytes: 8)
        let steps = given.frames.map { assembler.add($0) }
        #expect(steps.last == given.last)
        #expect(steps.dropLast().allSatisfy { step in if case .violation = step { false } else { true } })
    }

    private static func frame(
        _ opcode: WebSocketOpcode, _ bytes: [UInt8] = [], fin: Bool = true, rsv1: Bool = false, rsv2: Bool = false,
        rsv3: Bool = false, mask: WebSocketMaskingKey? = nil
    ) -> WebSocketFrame {
        WebSocketFrame(
            fin: fin, rsv1: rsv1, rsv2: rsv2, rsv3: rsv3, opcode: opcode, maskKey: mask, data: ByteBuffer(bytes: bytes))
    }

    private static func close(_ code: UInt16, _ reason: [UInt8] = []) -> WebSocketFrame {
        frame(.connectionClose, [UInt8(code >> 8), UInt8(code & 0xFF)] + reason)
    }

    private static let reserved = (3...7).map { UInt8($0) } + (11...15).map { UInt8($0) }
    private static let badCodes: [UInt16] = [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535]
    private static let goodCodes: [UInt16] = [1000, 1001, 1002, 1003, 1007, 1011, 1012, 3000, 4999]

    static let cases: [Case] =
        [
            Case(name: "a whole binary message", frames: [frame(.binary, [1, 2])], last: .binary(ByteBuffer(bytes: [1, 2]))),
            Case(name: "an empty binary message", frames: [frame(.binary)], last: .binary(ByteBuffer())),
            Case(
                name: "a message in three frames",
                frames: [frame(.binary, [1], fin: false), frame(.continuation, [], fin: false), frame(.continuation, [2])],
                last: .binary(ByteBuffer(bytes: [1, 2]))),
            Case(
                name: "a ping between two frames of a message",
                frames: [frame(.binary, [1], fin: false), frame(.ping, [7])], last: .ping(ByteBuffer(bytes: [7]))),
            Case(
                name: "a message goes on after a ping",
                frames: [frame(.binary, [1], fin: false), frame(.ping), frame(.continuation, [2])],
                last: .binary(ByteBuffer(bytes: [1, 2]))),
            Case(name: "text", frames: [frame(.text, Array("xin chào".utf8.prefix(8)))], last: .text),
            Case(
                name: "text with a character across two frames",
                frames: [frame(.text, [0xC3], fin: false), frame(.continuation, [0xA0])], last: .text),
            Case(name: "text that is not UTF-8", frames: [frame(.text, [0xC3])], last: .violation(.dataInconsistentWithMessage)),
            Case(name: "a pong", frames: [frame(.pong, [1])], last: .pong),
            Case(name: "a first reserved bit", frames: [frame(.binary, rsv1: true)], last: .violation(.protocolError)),
            Case(name: "a second reserved bit", frames: [frame(.binary, rsv2: true)], last: .violation(.protocolError)),
            Case(name: "a third reserved bit", frames: [frame(.ping, rsv3: true)], last: .violation(.protocolError)),
            Case(
                name: "a masked frame", frames: [frame(.binary, [1], mask: [1, 2, 3, 4])],
                last: .violation(.protocolError)),
            Case(name: "a continuation of nothing", frames: [frame(.continuation, [1])], last: .violation(.protocolError)),
            Case(
                name: "a message inside a message", frames: [frame(.binary, [1], fin: false), frame(.binary, [2])],
                last: .violation(.protocolError)),
            Case(name: "a ping in pieces", frames: [frame(.ping, fin: false)], last: .violation(.protocolError)),
            Case(
                name: "a ping too long", frames: [frame(.ping, Array(repeating: 0, count: 126))], last: .violation(.protocolError)
            ),
            Case(
                name: "a frame beyond the limit", frames: [frame(.binary, Array(repeating: 0, count: 9))],
                last: .violation(.messageTooLarge)),
            Case(
                name: "frames that together pass the limit",
                frames: [frame(.binary, [1, 2, 3, 4], fin: false), frame(.continuation, [5, 6, 7, 8, 9], fin: false)],
                last: .violation(.messageTooLarge)),
            Case(name: "a close without a code", frames: [frame(.connectionClose)], last: .close(.normalClosure)),
            Case(name: "a close with half a code", frames: [frame(.connectionClose, [3])], last: .violation(.protocolError)),
            Case(
                name: "a close with a reason that is not UTF-8", frames: [close(1000, [0xFF])],
                last: .violation(.dataInconsistentWithMessage)),
        ]
        + reserved.map { opcode in
            Case(
                name: "reserved opcode \(opcode)",
                frames: [WebSocketOpcode(encodedWebSocketOpcode: opcode)].compactMap { $0 }.map { frame($0) },
                last: .violation(.protocolError))
        }
        + badCodes.map { Case(name: "a close with code \($0)", frames: [close($0)], last: .violation(.protocolError)) }
        + goodCodes.map {
            Case(name: "a close with code \($0)", frames: [close($0)], last: .close(WebSocketErrorCode(codeNumber: Int($0))))
        }
}
