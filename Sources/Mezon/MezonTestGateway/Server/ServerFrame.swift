import MezonProtocol
import NIOCore

/// Encodes frames of the server: unfragmented and unmasked, so that the same bytes can be sent to every receiver.
enum ServerFrame {
    static func envelope(_ envelope: RtEnvelope) -> ByteBuffer { frame(opcode: 0x2, envelope.wireBytes) }

    static func push(_ message: RtEnvelope.OneOf_Message) -> ByteBuffer {
        var envelope = RtEnvelope()
        envelope.message = message
        return self.envelope(envelope)
    }

    static func raw(_ raw: RawFrame) -> ByteBuffer { frame(opcode: 0x2, raw.bytes) }
    static func pong(_ payload: [UInt8]) -> ByteBuffer { frame(opcode: 0xA, payload) }

    static func close(_ code: UInt16, _ reason: String) -> ByteBuffer {
        frame(opcode: 0x8, [UInt8(code >> 8), UInt8(code & 0xFF)] + reason.utf8.prefix(100))
    }

    private static func frame(opcode: UInt8, _ payload: [UInt8]) -> ByteBuffer {
        var buffer = ByteBufferAllocator().buffer(capacity: payload.count + 10)
        buffer.writeInteger(0x80 | opcode)
        switch payload.count {
        case ..<126:
            buffer.writeInteger(UInt8(payload.count))
        case ...Int(UInt16.max):
            buffer.writeInteger(UInt8(126))
            buffer.writeInteger(UInt16(payload.count))
        default:
            buffer.writeInteger(UInt8(127))
            buffer.writeInteger(UInt64(payload.count))
        }
        buffer.writeBytes(payload)
        return buffer
    }
}
