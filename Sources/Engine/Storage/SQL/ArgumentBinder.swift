import ChatModel
import Foundation
import GRDBSQLite

/// Binds the arguments of a statement, from the first one on.
///
/// For SQLite texts and blobs are copied to scratch memory, which outlasts the execution of the statement. SQLite would allocate memory for
/// its copy of each; it does so only for those that do not fit. For other systems the arguments are collected.
package struct ArgumentBinder {
    /// The size of the scratch memory in bytes: that of all arguments of an ordinary message.
    static let scratchSize = 1024  // Taken from the stack; more would not be.

    /// The statement of SQLite; nil if the arguments are collected.
    private let statement: OpaquePointer?
    private var scratch: Slice<UnsafeMutableRawBufferPointer>
    /// The code of the first argument that SQLite refused, such as a text beyond its limit.
    private(set) var refusal: Int32?
    private var position: Int32 = 0
    /// The collected arguments.
    package private(set) var values: [SQLValue] = []
    private static let copying = unsafeBitCast(-1, to: sqlite3_destructor_type.self)  // SQLITE_TRANSIENT, a macro.

    /// Creates a binder that collects the arguments.
    package init() {
        statement = nil
        scratch = UnsafeMutableRawBufferPointer(start: nil, count: 0)[...]
    }

    /// Removes the collected arguments, before those of the next row.
    package mutating func removeAll() { values.removeAll(keepingCapacity: true) }

    /// - Parameter scratch: Memory that is valid, and used by nothing else, until the statement has been executed.
    init(statement: OpaquePointer, scratch: UnsafeMutableRawBufferPointer) {
        self.statement = statement
        self.scratch = scratch[...]
    }

    mutating func bind(_ value: Int64) {
        guard let statement else { return values.append(.integer(value)) }
        note(sqlite3_bind_int64(statement, next(), value))
    }

    mutating func bind(_ value: Int) { bind(Int64(value)) }
    mutating func bind(_ value: Bool) { bind(value ? 1 as Int64 : 0) }
    mutating func bind(_ date: Date) { bind(date.milliseconds) }

    mutating func bind(_ value: Int64?) {
        if let value { return bind(value) }
        guard let statement else { return values.append(.null) }
        note(sqlite3_bind_null(statement, next()))
    }

    mutating func bind(_ value: Int?) { bind(value.map(Int64.init)) }

    mutating func bind(_ text: String) {
        guard let statement else { return values.append(.text(text)) }
        var text = text
        let position = next()
        let code = text.withUTF8 { bytes in
            let (address, destructor) = lasting(UnsafeRawBufferPointer(bytes))
            // An empty text has no address, which would bind a null.
            guard let address else { return sqlite3_bind_text(statement, position, "", 0, Self.copying) }
            let count = Int32(clamping: bytes.count)
            return sqlite3_bind_text(statement, position, address.assumingMemoryBound(to: CChar.self), count, destructor)
        }
        note(code)
    }

    mutating func bind(_ bytes: [UInt8]) {
        guard let statement else { return values.append(.blob(bytes)) }
        let position = next()
        let code = bytes.withUnsafeBytes { bytes in
            let (address, destructor) = lasting(bytes)
            guard let address else { return sqlite3_bind_zeroblob(statement, position, 0) }
            return sqlite3_bind_blob(statement, position, address, Int32(clamping: bytes.count), destructor)
        }
        note(code)
    }

    /// Returns an address of bytes for the time of the execution, and what SQLite does with it: it copies those that do not fit the
    /// scratch memory. There is no address for no bytes.
    private mutating func lasting(_ bytes: UnsafeRawBufferPointer) -> (UnsafeRawPointer?, sqlite3_destructor_type?) {
        guard !bytes.isEmpty else { return (nil, nil) }
        guard bytes.count <= scratch.count else { return (bytes.baseAddress, Self.copying) }
        let copy = UnsafeMutableRawBufferPointer(rebasing: scratch.prefix(bytes.count))
        copy.copyMemory(from: bytes)
        scratch = scratch.dropFirst(bytes.count)
        return (UnsafeRawPointer(copy.baseAddress), nil)
    }

    private mutating func note(_ code: Int32) { if code != SQLITE_OK { refusal = refusal ?? code } }

    private mutating func next() -> Int32 {
        position += 1
        return position
    }
}
