import Foundation

/// The numbers in an encoded protobuf message, whatever its type: ids are numbers, or texts of digits.
enum ProtobufIDs {
    private static let deepest = 16  // More than the requests of any known procedure.

    /// Returns the positive numbers in a message and in the messages within it; nil if the bytes are no message.
    static func all(in message: Data) -> Set<Int64>? {
        var ids: Set<Int64> = []
        return collect(message[...], at: 0, into: &ids) ? ids : nil
    }

    /// Adds the numbers of a message. Returns whether the bytes are one.
    private static func collect(_ message: Data, at depth: Int, into ids: inout Set<Int64>) -> Bool {
        var rest = message
        while !rest.isEmpty {
            guard let tag = varint(&rest), tag >> 3 > 0 else { return false }
            switch tag & 7 {
            case 0:
                guard let value = varint(&rest) else { return false }
                add(value, to: &ids)
            case 1:
                guard let bytes = take(8, of: &rest) else { return false }
                add(bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }, to: &ids)
            case 2:
                guard let length = varint(&rest), let count = Int(exactly: length), let field = take(count, of: &rest) else {
                    return false
                }
                addNumbers(of: field, at: depth + 1, to: &ids)
            case 5: guard take(4, of: &rest) != nil else { return false }
            default: return false
            }
        }
        return true
    }

    /// Adds the numbers of a field that may be a text, a message or a packed list; nothing but its type tells which.
    private static func addNumbers(of field: Data, at depth: Int, to ids: inout Set<Int64>) {
        if let id = Int64(String(decoding: field.prefix(20), as: UTF8.self)), field.count <= 20, id > 0 { ids.insert(id) }
        if depth < deepest {
            var found: Set<Int64> = []
            if collect(field, at: depth, into: &found) { ids.formUnion(found) }
        }
        var packed: [UInt64] = []
        var rest = field
        while !rest.isEmpty {
            guard let value = varint(&rest) else { return }
            packed.append(value)
        }
        for value in packed { add(value, to: &ids) }
    }

    private static func add(_ value: UInt64, to ids: inout Set<Int64>) {
        if let id = Int64(exactly: value), id > 0 { ids.insert(id) }
    }

    private static func take(_ count: Int, of rest: inout Data) -> Data? {
        guard count >= 0, count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    private static func varint(_ rest: inout Data) -> UInt64? {
        var value: UInt64 = 0
        for (index, byte) in rest.prefix(10).enumerated() {
            value |= UInt64(byte & 0x7F) << (7 * UInt64(index))
            if byte < 0x80 {
                rest = rest.dropFirst(index + 1)
                return value
            }
        }
        return nil
    }
}
