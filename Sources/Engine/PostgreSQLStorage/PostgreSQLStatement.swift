import Storage

/// A statement of the stores in PostgreSQL's SQL.
///
/// Arguments are `$1` instead of `?` or `?1`. Texts are not encrypted: `sealed(…)` and `opened(…)` are replaced by their values.
struct PostgreSQLStatement {
    let text: String

    /// Creates the statement for many rows of arguments, with an array for each column of them.
    init(forRowsOf statement: SQLRowStatement) {
        // In the list of columns, unlike as a source of rows, the functions return their elements without storing them first.
        let columns = zip(1..., statement.arguments).map { "unnest($\($0)::\($1.name)[]) AS a\($0)" }
        self.init(statement.sql(forRowsOf: "(SELECT \(columns.joined(separator: ", "))) AS given"), argument: "given.a")
    }

    init(_ sql: String) { self.init(sql, argument: "$") }

    /// - Parameter argument: The text before the number of an argument.
    private init(_ sql: String, argument: String) {
        var text: [UInt8] = []
        var rest = Array(sql.utf8)[...]
        var count = 0
        while let byte = rest.first {
            if let call = ["sealed(", "opened("].first(where: { rest.starts(with: $0.utf8) }), !Self.isName(text.last) {
                rest = rest.dropFirst(call.utf8.count)
                rest = Self.firstArgument(of: &rest) + Self.afterCall(rest)
                continue
            }
            rest = rest.dropFirst()
            guard byte == UInt8(ascii: "?") else {
                text.append(byte)
                continue
            }
            let number = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            rest = rest.dropFirst(number.count)
            count += 1
            text += argument.utf8
            text += number.isEmpty ? Array("\(count)".utf8) : Array(number)
        }
        self.text = String(decoding: text, as: UTF8.self)
    }

    private static func isName(_ byte: UInt8?) -> Bool {
        guard let byte else { return false }
        return byte == UInt8(ascii: "_") || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
    }

    /// Takes the first argument of a call, without the comma behind it.
    private static func firstArgument(of rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var depth = 0
        let argument = rest.prefix { byte in
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")") { depth -= 1 }
            return !(depth == 0 && byte == UInt8(ascii: ",")) && depth >= 0
        }
        rest = rest.dropFirst(argument.count)
        return argument
    }

    /// The text behind the closing parenthesis of a call.
    private static func afterCall(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var depth = 0
        let arguments = rest.prefix { byte in
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")") { depth -= 1 }
            return depth >= 0
        }
        return rest.dropFirst(arguments.count + 1)
    }
}
