package import SwiftProtobuf

/// Bounds what a decoder makes of bytes that came from outside: a message of two bytes becomes hundreds in memory, so bytes alone
/// bound neither memory nor time.
package enum WireBudget {
    /// The most messages, texts and lists that one message may hold, at all depths: a clan of a hundred thousand members.
    package static let parts = 250_000
    /// Fewer bytes than this cannot hold so many that they matter.
    private static let leastBytes = 64 << 10
    /// As deep as Mezon's own messages are nested, and as far again.
    private static let depth = 8

    /// Returns whether a message holds at most so many parts. Texts that could be read as messages may be counted as such.
    package static func holds(_ bytes: [UInt8], parts limit: Int = parts) -> Bool {
        guard bytes.count > leastBytes else { return true }
        return bytes.withUnsafeBufferPointer { bytes in
            var left = limit
            count(bytes[...], depth, &left)
            return left >= 0
        }
    }

    private static func count(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, _ depth: Int, _ left: inout Int) {
        var rest = bytes
        while left >= 0, let tag = varint(&rest), tag >> 3 > 0, tag >> 3 < 1 << 29 {
            switch tag & 7 {
            case 0: guard varint(&rest) != nil else { return }
            case 1: guard skip(8, &rest) else { return }
            case 5: guard skip(4, &rest) else { return }
            case 2:
                left -= 1
                guard let length = varint(&rest).flatMap({ Int(exactly: $0) }), length <= rest.count else { return }
                if depth > 0, length > 1 { count(rest.prefix(length), depth - 1, &left) }
                rest = rest.dropFirst(length)
            default: return
            }
        }
    }

    private static func varint(_ bytes: inout Slice<UnsafeBufferPointer<UInt8>>) -> UInt64? {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while shift < 64, let byte = bytes.first {
            bytes = bytes.dropFirst()
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        return nil
    }

    private static func skip(_ length: Int, _ bytes: inout Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard bytes.count >= length else { return false }
        bytes = bytes.dropFirst(length)
        return true
    }
}

extension Message {
    /// Reads a message that came from outside.
    ///
    /// - Throws: `WireError.tooManyParts`, or what the decoder throws.
    package init(received bytes: [UInt8], parts limit: Int = WireBudget.parts) throws {
        guard WireBudget.holds(bytes, parts: limit) else { throw WireError.tooManyParts(limit: limit) }
        try self.init(serializedBytes: bytes)
    }
}
