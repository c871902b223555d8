import NIOCore
import NIOWebSocket

/// Assembles a server's frames into messages and validates them against RFC 6455. It only decides; it neither sends nor closes.
struct MessageAssembler {
    enum Step: Equatable {
        case none
        case binary(ByteBuffer)
        /// A complete, valid text message, which is ignored because Mezon sends none.
        case text
        case ping(ByteBuffer)
        case pong
        /// The server closes the connection; the code is returned in the response.
        case close(WebSocketErrorCode)
        /// The server violated the protocol: the connection ends with this code.
        case violation(WebSocketErrorCode)
    }

    private enum State {
        case idle
        case fragmented(isText: Bool, ByteBuffer)
    }

    private let limitInBytes: Int
    private var state = State.idle

    init(limitInBytes: Int) { self.limitInBytes = limitInBytes }

    mutating func add(_ frame: WebSocketFrame) -> Step {
        // No extension was negotiated, so reserved bits are invalid, and a server never masks (§5.1, §5.2).
        guard !frame.rsv1, !frame.rsv2, !frame.rsv3, frame.maskKey == nil else { return .violation(.protocolError) }
        switch frame.opcode {
        case .binary: return start(isText: false, frame)
        case .text: return start(isText: true, frame)
        case .continuation: return append(frame)
        case .ping: return frame.isValidControl ? .ping(frame.data) : .violation(.protocolError)
        case .pong: return frame.isValidControl ? .pong : .violation(.protocolError)
        case .connectionClose: return frame.isValidControl ? Self.close(frame.data) : .violation(.protocolError)
        default: return .violation(.protocolError)
        }
    }

    private mutating func start(isText: Bool, _ frame: WebSocketFrame) -> Step {
        guard case .idle = state else { return .violation(.protocolError) }
        guard frame.data.readableBytes <= limitInBytes else { return .violation(.messageTooLarge) }
        if frame.fin { return Self.complete(isText: isText, frame.data) }
        // A copy, because the frame shares the memory of everything that was read with it.
        state = .fragmented(isText: isText, ByteBuffer(bytes: frame.data.readableBytesView))
        return .none
    }

    private mutating func append(_ frame: WebSocketFrame) -> Step {
        guard case .fragmented(let isText, var bytes) = state else { return .violation(.protocolError) }
        // Releases the stored copy, so that appending happens in place.
        state = .idle
        guard bytes.readableBytes + frame.data.readableBytes <= limitInBytes else { return .violation(.messageTooLarge) }
        bytes.writeImmutableBuffer(frame.data)
        if frame.fin { return Self.complete(isText: isText, bytes) }
        state = .fragmented(isText: isText, bytes)
        return .none
    }

    private static func complete(isText: Bool, _ bytes: ByteBuffer) -> Step {
        guard isText else { return .binary(bytes) }
        let isValid = String(validating: bytes.readableBytesView, as: UTF8.self) != nil
        return isValid ? .text : .violation(.dataInconsistentWithMessage)
    }

    /// A close frame is empty, or contains a code and a reason in UTF-8 (§5.5.1, §7.4).
    private static func close(_ data: ByteBuffer) -> Step {
        var data = data
        guard data.readableBytes > 0 else { return .close(.normalClosure) }
        guard let number = data.readInteger(as: UInt16.self), isSendable(number) else { return .violation(.protocolError) }
        let reason = [UInt8](data.readableBytesView)
        guard String(validating: reason, as: UTF8.self) != nil else { return .violation(.dataInconsistentWithMessage) }
        return .close(WebSocketErrorCode(codeNumber: Int(number)))
    }

    /// Returns a Boolean value that indicates whether a code may occur in a frame: the assigned codes, and those for libraries and private
    /// use.
    private static func isSendable(_ code: UInt16) -> Bool {
        switch code {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}

extension WebSocketFrame {
    /// A Boolean value that indicates whether a control frame is unfragmented and short enough (§5.5).
    fileprivate var isValidControl: Bool { fin && data.readableBytes <= 125 }
}
