package import SwiftProtobuf

/// One binary message of the socket, told apart by its first byte.
package enum Frame: Sendable {
    case envelope(RtEnvelope)
    case raw(RawFrame)

    /// A frame is an event or a short answer; lists come as RAW frames or over HTTP.
    private static let parts = 20_000

    /// - Throws: `WireError`; never traps, whatever the bytes.
    package init(_ bytes: [UInt8]) throws {
        if bytes.first == RawFrame.marker {
            self = .raw(try RawFrame(bytes))
        } else {
            do {
                self = .envelope(try RtEnvelope(received: bytes, parts: Self.parts))
            } catch let error as WireError {
                throw error
            } catch {
                throw WireError.notAnEnvelope(length: bytes.count)
            }
        }
    }
}

extension Message {
    /// The message's bytes. Our own messages have no required fields, so writing one cannot fail.
    package var wireBytes: [UInt8] { (try? serializedBytes()) ?? [] }
}
