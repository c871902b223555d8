package import SwiftProtobuf

/// Limits the number of parts in decoded messages: two bytes can become hundreds in memory, so the size in bytes limits neither memory nor
/// time.
package enum WireBudget {
    /// The maximum number of messages, strings and lists in one message, at all depths: enough for a clan of a hundred thousand members.
    package static let parts = 250_000
    /// Messages with fewer bytes cannot contain a harmful number of parts.
    private static let minBytes = 64 << 10
    /// Twice the nesting depth of Mezon's own messages.
    private static let depth = 8

    /// Returns a Boolean value that indicates whether a message has at most a number of parts. Strings that could be decoded as messages
    /// may be counted as such.
    package static func allows(_ bytes: [UInt8], parts limit: Int = parts) -> Bool {
        guard bytes.count > minBytes else { return true }
        return bytes.withUnsafeBufferPointer { bytes in
            var remaining = limit
            var position = 0
            count(bytes, &position, bytes.count, depth, &remaining)
            return remaining >= 0
        }
    }

    /// Counts the parts between two positions, as far as they can be decoded.
    private static func count(
        _ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int, _ end: Int, _ depth: Int, _ remaining: inout Int
    ) {
        while remaining >= 0, let tag = varint(bytes, &position, end), tag >> 3 > 0, tag >> 3 < 1 << 29 {
            switch tag & 7 {
            case 0: guard varint(bytes, &position, end) != nil else { return }
            case 1: position += 8
            case 5: position += 4
            case 2:
                remaining -= 1
                guard let length = varint(bytes, &position, end), length <= end - position else { return }
                let next = position + Int(length)
                if depth > 0, length > 1 { count(bytes, &position, next, depth - 1, &remaining) }
                position = next
            default: return
            }
        }
    }

    private static func varint(_ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int, _ end: Int) -> UInt64? {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while shift < 64, position < end {
            let byte = bytes[position]
            position += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        return nil
    }
}

extension Message {
    /// Decodes a received message.
    ///
    /// - Throws: `WireError.tooManyParts`, or the errors of the decoder.
    package init(received bytes: [UInt8], parts limit: Int = WireBudget.parts) throws {
        guard WireBudget.allows(bytes, parts: limit) else { throw WireError.tooManyParts(limit: limit) }
        try self.init(serializedBytes: bytes)
    }
}
