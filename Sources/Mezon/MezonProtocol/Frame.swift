package import SwiftProtobuf

/// A binary message of the socket, distinguished by its first byte.
package enum Frame: Sendable {
    case envelope(RtEnvelope)
    case raw(RawFrame)

    /// The limit of parts in an envelope: an event or a short response. Lists arrive as RAW frames or over HTTP.
    private static let parts = 20_000

    /// Decodes a frame of any bytes without trapping.
    ///
    /// - Throws: `WireError`.
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
    /// The encoded message. The project's messages have no required fields, so encoding cannot fail.
    package var wireBytes: [UInt8] { (try? serializedBytes()) ?? [] }
}
