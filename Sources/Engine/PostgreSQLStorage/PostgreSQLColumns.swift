import Storage

/// The arguments of several rows as arrays in binary form, one for each column.
struct PostgreSQLColumns {
    /// The number of rows and of bytes that a statement takes, which bound the memory of both sides.
    private static let maxCount = 1024
    private static let maxBytes = 1 << 20

    private let types: [SQLRowStatement.ArgumentType]
    /// The elements of each column, with the length in front of each.
    private var elements: [[UInt8]]
    private var hasNull: [Bool]
    private var first: [SQLValue] = []
    private(set) var count = 0
    private var byteCount = 0

    init(_ types: [SQLRowStatement.ArgumentType]) {
        self.types = types
        elements = types.map { _ in [] }
        hasNull = types.map { _ in false }
    }

    /// A Boolean value that indicates whether the rows are to be sent before others are added.
    var isFull: Bool { count == Self.maxCount || byteCount >= Self.maxBytes }

    mutating func append(_ row: [SQLValue]) throws {
        guard row.count == types.count else { throw PostgreSQLError(state: "08P01", message: "a row lacks arguments") }
        if count == 0 { first = row }
        count += 1
        for (column, value) in row.enumerated() { try append(value, to: column) }
    }

    private mutating func append(_ value: SQLValue, to column: Int) throws {
        switch (types[column], value) {
        case (_, .null):
            elements[column].append(bigEndian: -1 as Int32)
            hasNull[column] = true
            byteCount += 4
        case (.integer, .integer(let number)):
            elements[column].append(bigEndian: 8 as Int32)
            elements[column].append(bigEndian: number)
            byteCount += 12
        case (.boolean, .integer(let number)): append([number == 0 ? 0 : 1], to: column)
        case (.text, .text(let text)): append(PostgreSQLParameters.bytes(of: text), to: column)
        case (.blob, .blob(let bytes)): append(bytes, to: column)
        case (let type, _): throw PostgreSQLError(state: "42804", message: "argument \(column + 1) is not of type \(type)")
        }
    }

    private mutating func append(_ bytes: some Collection<UInt8>, to column: Int) {
        elements[column].append(bigEndian: Int32(clamping: bytes.count))
        elements[column] += bytes
        byteCount += 4 + bytes.count
    }

    /// Removes the rows. Returns the arguments: arrays, or those of the only row.
    mutating func take() -> [SQLValue] {
        defer {
            for column in types.indices { elements[column].removeAll(keepingCapacity: true) }
            hasNull = types.map { _ in false }
            (count, byteCount) = (0, 0)
        }
        guard count > 1 else { return first }
        return types.indices.map { column in
            var array: [UInt8] = []
            array.reserveCapacity(20 + elements[column].count)
            array.append(bigEndian: 1 as Int32)  // The number of dimensions.
            array.append(bigEndian: hasNull[column] ? 1 : 0 as Int32)
            array.append(bigEndian: types[column].identifier)
            array.append(bigEndian: Int32(count))
            array.append(bigEndian: 1 as Int32)  // The first index.
            array += elements[column]
            return .blob(array)
        }
    }
}

extension SQLRowStatement.ArgumentType {
    /// The name of the type of columns.
    var name: String {
        switch self {
        case .integer: "bigint"
        case .boolean: "boolean"
        case .text: "text"
        case .blob: "bytea"
        }
    }

    /// The number of the type in the catalog, which is the same in all databases.
    fileprivate var identifier: Int32 {
        switch self {
        case .integer: 20
        case .boolean: 16
        case .text: 25
        case .blob: 17
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(bigEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }
}
