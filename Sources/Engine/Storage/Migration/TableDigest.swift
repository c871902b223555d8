import Crypto

/// The number of rows of a table and a digest of their values, which does not depend on their order or on the database system.
///
/// Equal rows have equal digests. The digest is the sum of the rows' SHA-256 hashes, in four numbers of 64 bits.
package struct TableDigest: Sendable, Hashable {
    package private(set) var rows: Int64 = 0
    private var sums: [UInt64] = [0, 0, 0, 0]

    init(_ rows: [[SQLValue]] = []) {
        for row in rows { add(row) }
    }

    /// The digest in hexadecimal digits.
    package var text: String {
        sums.map { sum in
            let digits = String(sum, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    mutating func add(_ row: [SQLValue]) {
        var bytes: [UInt8] = []
        for value in row { Self.append(value, to: &bytes) }
        let hash = Array(SHA256.hash(data: bytes))
        for lane in sums.indices {
            sums[lane] &+= hash[lane * 8..<lane * 8 + 8].reduce(0) { $0 << 8 | UInt64($1) }
        }
        rows += 1
    }

    /// Appends a value with its type and its length, so that different rows have different bytes.
    private static func append(_ value: SQLValue, to bytes: inout [UInt8]) {
        switch value {
        case .null: bytes.append(0)
        case .integer(let number): append(1, UInt64(bitPattern: number), to: &bytes)
        case .real(let number): append(2, number.bitPattern, to: &bytes)
        case .text(let text):
            append(3, UInt64(text.utf8.count), to: &bytes)
            bytes += text.utf8
        case .blob(let blob):
            append(4, UInt64(blob.count), to: &bytes)
            bytes += blob
        }
    }

    private static func append(_ type: UInt8, _ number: UInt64, to bytes: inout [UInt8]) {
        bytes.append(type)
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift))) }
    }
}
