/// A statement that is executed for several rows of arguments, for the rows that every message writes.
///
/// SQLite executes it once for each row. A server executes it once for all of them, with a source of rows in its place in the text:
/// starting a statement costs a server as much as changing a row.
package struct SQLRowStatement: Sendable {
    /// The type of an argument, which a server has to know for a column of them.
    package enum ArgumentType: Sendable {
        case integer, boolean, text, blob
    }

    /// The statement for one row, with `?1` and so on for its arguments.
    package let sql: String
    package let arguments: [ArgumentType]
    /// A statement with the same arguments that SQLite executes first; `sql` follows where it changes nothing.
    let update: String?
    private let verb: String
    private let values: String?
    private let rest: String

    /// - Parameters:
    ///   - verb: The text before the rows: `INSERT INTO … (…)` or `UPDATE … SET …`.
    ///   - values: The inserted values.
    ///   - rest: The text behind the rows: `ON CONFLICT …` or `WHERE …`.
    ///   - arguments: The types of the arguments.
    init(
        _ verb: String, values: String? = nil, _ rest: String, arguments: [ArgumentType], updatingBefore update: String? = nil
    ) {
        sql = "\(verb) \(values.map { "VALUES (\($0)) " } ?? "")\(rest)"
        self.arguments = arguments
        self.update = update
        self.verb = verb
        self.values = values
        self.rest = rest
    }

    /// The statement for the rows of a source, such as a subquery.
    package func sql(forRowsOf source: String) -> String {
        "\(verb) \(values.map { "SELECT \($0) " } ?? "")FROM \(source) \(rest)"
    }
}
