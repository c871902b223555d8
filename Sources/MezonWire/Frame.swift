package import SwiftProtobuf

/// One binary message of the socket, told apart by its first byte.
package enum Frame: Sendable {
    case envelope(RtEnvelope)
    case raw(RawFrame)

    /// - Throws: `WireError`; never traps, whatever the bytes.
    package init(_ bytes: [UInt8]) throws {
        if bytes.first == RawFrame.marker {
            self = .raw(try RawFrame(bytes))
        } else if let envelope = try? RtEnvelope(serializedBytes: bytes) {
            self = .envelope(envelope)
        } else {
            throw WireError.notAnEnvelope(length: bytes.count)
        }
    }
}

extension Message {
    /// The message's bytes. Our own messages have no required fields, so writing one cannot fail.
    package var wireBytes: [UInt8] { (try? serializedBytes()) ?? [] }
}
