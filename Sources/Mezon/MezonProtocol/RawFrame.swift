/// A response over the socket in a frame that is not an envelope but starts with `0xFF` (Documentation/Protocol.md §2.3).
package struct RawFrame: Hashable, Sendable {
    package static let marker: UInt8 = 0xFF

    package var cid: UInt16
    /// The gRPC code: 0 for success, otherwise the payload is an error text.
    package var status: UInt16
    /// A Boolean value that indicates whether no further chunk follows.
    package var isFinal: Bool
    package var payload: [UInt8]

    package init(cid: UInt16, status: UInt16, isFinal: Bool = true, payload: [UInt8]) {
        self.cid = cid
        self.status = status
        self.isFinal = isFinal
        self.payload = payload
    }

    /// Decodes a frame.
    ///
    /// - Throws: `WireError.shortRawFrame` for fewer than seven bytes.
    package init(_ bytes: [UInt8]) throws {
        guard bytes.count >= 7, bytes[0] == Self.marker else { throw WireError.shortRawFrame(length: bytes.count) }
        cid = UInt16(bytes[1]) << 8 | UInt16(bytes[2])
        status = UInt16(bytes[3]) << 8 | UInt16(bytes[4])
        isFinal = UInt16(bytes[5]) << 8 | UInt16(bytes[6]) == 0x00FF
        payload = Array(bytes[7...])
    }

    package var bytes: [UInt8] {
        let final: UInt8 = isFinal ? 0xFF : 0
        return [Self.marker, UInt8(cid >> 8), UInt8(cid & 0xFF), UInt8(status >> 8), UInt8(status & 0xFF), 0, final] + payload
    }
}
