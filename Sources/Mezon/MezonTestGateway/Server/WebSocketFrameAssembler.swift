import NIOCore
import NIOWebSocket

/// Assembles fragmented messages and performs the server-side checks of RFC 6455 that NIO omits.
struct WebSocketFrameAssembler {
    private let limit: Int
    /// The fragments of an incomplete message.
    private var fragments: [UInt8]?

    enum Step: Equatable {
        /// There is nothing to do, after a fragment or a pong.
        case nothing
        case message([UInt8])
        case ping([UInt8])
        /// The client closes the connection; the code to answer with.
        case closed(UInt16)
        /// The client violated the protocol; the code to close with, and the reason.
        case violation(UInt16, String)
    }

    init(limit: Int) { self.limit = limit }

    mutating func process(_ frame: WebSocketFrame) -> Step {
        if frame.rsv1 || frame.rsv2 || frame.rsv3 { return .violation(1002, "reserved bits") }
        guard let mask = frame.maskKey else { return .violation(1002, "an unmasked frame") }
        switch frame.opcode {
        case .binary:
            guard fragments == nil else { return .violation(1002, "a message inside a message") }
            return append(frame.data.unmasked(mask), isFinal: frame.fin)
        case .continuation:
            guard fragments != nil else { return .violation(1002, "a continuation of nothing") }
            return append(frame.data.unmasked(mask), isFinal: frame.fin)
        case .text:
            return .violation(1003, "only binary messages")
        case .ping, .pong, .connectionClose:
            guard frame.fin, frame.data.readableBytes <= 125 else { return .violation(1002, "a control frame in pieces") }
            return control(frame.opcode, frame.data.unmasked(mask))
        default:
            return .violation(1002, "a reserved opcode")
        }
    }

    private mutating func append(_ bytes: [UInt8], isFinal: Bool) -> Step {
        guard var message = fragments else {
            if isFinal { return .message(bytes) }
            fragments = bytes
            return .nothing
        }
        // Removed before the append, so that the message grows in place.
        fragments = nil
        guard message.count + bytes.count <= limit else { return .violation(1009, "a message over \(limit) bytes") }
        message += bytes
        if isFinal { return .message(message) }
        fragments = message
        return .nothing
    }

    private func control(_ opcode: WebSocketOpcode, _ payload: [UInt8]) -> Step {
        switch opcode {
        case .ping: return .ping(payload)
        case .pong: return .nothing
        default: break
        }
        guard !payload.isEmpty else { return .closed(1000) }
        guard payload.count >= 2 else { return .violation(1002, "a close code of one byte") }
        let code = UInt16(payload[0]) << 8 | UInt16(payload[1])
        guard Self.isClientCode(code) else { return .violation(1002, "a close code that may not be sent") }
        guard String(validating: payload[2...], as: UTF8.self) != nil else {
            return .violation(1007, "a reason that is not UTF-8")
        }
        return .closed(code)
    }

    /// Returns whether a client may send a code. RFC 6455 §7.4: 1004–1006 and 1015 are never sent, other codes below 3000
    /// are unassigned.
    private static func isClientCode(_ code: UInt16) -> Bool {
        (1000...1003).contains(code) || (1007...1014).contains(code) || (3000...4999).contains(code)
    }
}

extension ByteBuffer {
    /// Returns the bytes without the client's mask, processing eight at a time.
    fileprivate func unmasked(_ mask: WebSocketMaskingKey) -> [UInt8] {
        var bytes = Array(readableBytesView)
        let key = (0..<8).reduce(into: UInt64(0)) { $0 |= UInt64(mask[$1 % 4]) << UInt64(8 * $1) }
        bytes.withUnsafeMutableBytes { raw in
            var offset = 0
            while offset + 8 <= raw.count {
                let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) ^ key
                raw.storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt64.self)
                offset += 8
            }
            while offset < raw.count {
                raw[offset] ^= mask[offset % 4]
                offset += 1
            }
        }
        return bytes
    }
}
