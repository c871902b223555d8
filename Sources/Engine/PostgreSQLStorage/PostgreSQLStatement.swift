import Storage

/// A statement of the stores in PostgreSQL's SQL.
///
/// Arguments are `$1` instead of `?` or `?1`. The server does not encrypt. In a plain store `sealed(…)` and `opened(…)` are replaced by
/// their values. In an encrypted one `sealed(…)` is a parameter whose value the session encrypts, and `opened(…)` is a column of the
/// result, followed by the columns that identify its row, which the session replaces by the decrypted value.
struct PostgreSQLStatement {
    /// A value that is sent with an encrypted store's statement.
    enum Parameter: Hashable {
        case argument(Int)
        case sealed(Operand, EncryptedColumn, keys: [Operand])
    }

    /// An argument of `sealed(…)`.
    enum Operand: Hashable {
        case argument(Int)
        case constant(String)
        case column(String)
    }

    /// The columns of a result with an encrypted value and the key of its row.
    struct Opening: Hashable {
        var index: Int
        var column: EncryptedColumn
    }

    /// The statements that replace one whose encrypted values depend on the rows that it updates.
    struct RowStatements: Hashable {
        /// The query for the keys of the rows.
        var keys: String
        /// The update of one row, whose key follows the other arguments.
        var update: String
    }

    let text: String
    /// The values that are sent; nil for the arguments as they are.
    private(set) var parameters: [Parameter]?
    private(set) var openings: [Opening] = []
    private(set) var rows: RowStatements?

    /// A statement in a plain store.
    init(_ sql: String) { self.init(sql, argument: "$") }

    /// The statement for many rows of arguments, with an array for each column of them. Values that are encrypted are so in the arrays.
    init(forRowsOf statement: SQLRowStatement) {
        // In the list of columns, unlike as a source of rows, the functions return their elements without storing them first.
        let columns = zip(1..., statement.arguments).map { "unnest($\($0)::\($1.name)[]) AS a\($0)" }
        self.init(statement.sql(forRowsOf: "(SELECT \(columns.joined(separator: ", "))) AS given"), argument: "given.a")
    }

    /// - Parameter argument: The text before the number of an argument.
    private init(_ sql: String, argument: String) { text = Self.plain(SQLPieces(sql).pieces, argument: argument) }

    /// A statement in an encrypted store.
    ///
    /// - Throws: `PostgreSQLError` for one that computes with a decrypted value, which only SQLite can.
    init(encrypting sql: String) throws {
        let pieces = SQLPieces(sql)
        var text = PostgreSQLStatementText()
        for (index, piece) in pieces.pieces.enumerated() {
            switch piece {
            case .text(let part): text.append(part)
            case .argument(let number): text.append(.argument(number))
            case .call(.openedSize, let arguments): text.append(Self.openedSize(Self.plain(arguments[0])))
            case .call(.sealed, let arguments):
                let (value, column, keys) = try Self.call(arguments, in: sql)
                guard let value = Operand(value) else { throw Self.unsupported(sql) }
                text.append(.sealed(value, column, keys: try keys.map { try Operand($0) ?? { throw Self.unsupported(sql) }() }))
            case .call(.opened, let arguments):
                let (value, column, keys) = try Self.call(arguments, in: sql)
                guard text.isBeforeColumn, SQLPieces.endsColumn(pieces.pieces.dropFirst(index + 1).first) else {
                    throw Self.unsupported(sql)
                }
                openings.append(Opening(index: text.column, column: column))
                text.append(([value] + keys).map { Self.plain($0) }.joined(separator: ", "))
            }
        }
        self.text = text.sql
        parameters = text.parameters
        let keys = text.parameters.compactMap(\.keyColumns).first { !$0.isEmpty }
        if let keys {
            guard let rows = RowStatements(pieces, keys: keys), text.parameters.allSatisfy({ $0.keyColumns ?? keys == keys })
            else {
                throw Self.unsupported(sql)
            }
            self.rows = rows
        }
    }

    private static func plain(_ pieces: [SQLPieces.Piece], argument: String = "$") -> String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .argument(let number): "\(argument)\(number)"
            case .call(.openedSize, let arguments): "octet_length(\(plain(arguments[0], argument: argument)))"
            case .call(_, let arguments): plain(arguments[0], argument: argument)
            }
        }.joined()
    }

    /// SQL for the size of the text in an encrypted value, which is Base64 with up to two characters of padding.
    private static func openedSize(_ value: String) -> String {
        "(octet_length(rtrim(\(value), '=')) * 3 / 4 - \(ValueCipher.overhead))"
    }

    private static func call(
        _ arguments: [[SQLPieces.Piece]], in sql: String
    ) throws -> (value: [SQLPieces.Piece], column: EncryptedColumn, keys: ArraySlice<[SQLPieces.Piece]>) {
        guard arguments.count > 2, case .text(let number)? = arguments[1].first,
            let column = Int(number.filter { $0 != " " }).flatMap(EncryptedColumn.init(rawValue:)),
            column.keys.count == arguments.count - 2
        else { throw unsupported(sql) }
        return (arguments[0], column, arguments[2...])
    }

    static func unsupported(_ sql: String) -> PostgreSQLError {
        PostgreSQLError(state: "0A000", message: "a statement computes with an encrypted value: \(sql.prefix(200))")
    }
}

extension PostgreSQLStatement.Operand {
    fileprivate init?(_ pieces: [SQLPieces.Piece]) {
        guard let piece = pieces.first, pieces.count == 1 else { return nil }
        switch piece {
        case .argument(let number): self = .argument(number)
        case .call: return nil
        case .text(let text):
            let word = text.filter { $0 != " " }
            if text.first == "'", text.last == "'", text.count > 1 {
                self = .constant(String(text.dropFirst().dropLast()).replacing("''", with: "'"))
            } else if !word.isEmpty, word.utf8.allSatisfy(SQLPieces.isName) {
                self = .column(word)
            } else {
                return nil
            }
        }
    }
}

extension PostgreSQLStatement.Parameter {
    /// The columns of the updated row with which a value is encrypted; nil if there is no value to encrypt.
    fileprivate var keyColumns: [String]? {
        guard case .sealed(_, _, let keys) = self else { return nil }
        return keys.compactMap { if case .column(let name) = $0 { name } else { nil } }
    }
}

extension PostgreSQLStatement.RowStatements {
    /// - Parameter keys: The columns of the rows with which values are encrypted.
    fileprivate init?(_ pieces: SQLPieces, keys: [String]) {
        let arguments = Dictionary(keys.enumerated().map { ($1, "?\(pieces.argumentCount + 1 + $0)") }) { first, _ in first }
        let source = pieces.source { arguments[$0] ?? $0 }
        let words = source.split(maxSplits: 2, whereSeparator: \.isWhitespace)
        guard words.count == 3, words[0] == "UPDATE", let end = SQLPieces.condition(of: source) else { return nil }
        let condition = source[end...].dropFirst("WHERE".count)
        let columns = keys.map { "\"\($0)\"" }
        self.keys = "SELECT \(columns.joined(separator: ", ")) FROM \(words[1]) WHERE \(condition)"
        update = """
            \(source[..<end])WHERE (\(condition)) AND \
            \(zip(columns, keys).map { "\($0) = \(arguments[$1] ?? "")" }.joined(separator: " AND "))
            """
    }
}
