import CLibPQ
import Foundation
import Storage

/// The arguments of a statement as libpq takes them: numbers and texts as C strings, blobs as bytes.
struct PostgreSQLParameters {
    private var memory: [UInt8] = []
    private var offsets: [Int?] = []
    private var lengths: [Int32] = []
    private var formats: [Int32] = []

    init(_ arguments: [SQLValue]) {
        for argument in arguments {
            switch argument {
            case .null:
                offsets.append(nil)
                lengths.append(0)
                formats.append(0)
            case .integer(let number): add(String(number).utf8)
            case .real(let number): add(String(number).utf8)
            case .text(let text): add(Self.bytes(of: text))
            case .blob(let bytes): add(bytes, isBinary: true)
            }
        }
    }

    /// The bytes of a text. One of PostgreSQL cannot contain U+0000.
    static func bytes(of text: String) -> String.UTF8View { stored(text).utf8 }

    /// The text as the server stores it.
    private static func stored(_ text: String) -> String {
        text.utf8.contains(0) ? text.replacing("\0", with: "\u{FFFD}") : text
    }

    /// The key of a row as the server stores it, with which the row's encrypted values are authenticated.
    static func stored(_ key: SQLValue) -> SQLValue { if case .text(let text) = key { .text(stored(text)) } else { key } }

    private mutating func add(_ bytes: some Collection<UInt8>, isBinary: Bool = false) {
        offsets.append(memory.count)
        lengths.append(Int32(clamping: bytes.count))
        formats.append(isBinary ? 1 : 0)
        memory += bytes
        memory.append(0)
    }

    var byteCount: Int { memory.count }

    /// Sends a prepared statement. Returns false if the connection does not accept it.
    func send(_ name: String, on connection: OpaquePointer) -> Bool {
        memory.withUnsafeBytes { memory in
            let values = offsets.map { offset in
                offset.flatMap { offset in memory.baseAddress.map { ($0 + offset).assumingMemoryBound(to: CChar.self) } }
            }
            return PQsendQueryPrepared(connection, name, Int32(values.count), values, lengths, formats, 1) == 1
        }
    }
}

extension SQLValue {
    /// Creates the value of a column of a result in binary form.
    init(of result: OpaquePointer?, _ row: Int32, _ column: Int32) throws {
        guard PQgetisnull(result, row, column) == 0 else {
            self = .null
            return
        }
        let bytes = UnsafeRawBufferPointer(start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
        switch PQftype(result, column) {
        case 16: self = .integer(bytes.first == 0 ? 0 : 1)  // boolean
        case 20, 21, 23:  // bigint, smallint, integer
            let isNegative = (bytes.first ?? 0) & 0x80 != 0
            let bits = bytes.reduce(isNegative ? UInt64.max : 0) { $0 << 8 | UInt64($1) }
            self = .integer(Int64(bitPattern: bits))
        case 17: self = .blob(Array(bytes))  // bytea
        case 19, 25, 1043: self = .text(String(decoding: bytes, as: UTF8.self))  // name, text, varchar
        case 701:  // double precision
            self = .real(Double(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) }))
        case let type: throw PostgreSQLError(state: "42804", message: "column \(column) has the unexpected type \(type)")
        }
    }
}
