/// The text of a statement of an encrypted store while it is written, and its parameters in the order of their numbers.
struct PostgreSQLStatementText {
    private(set) var sql = ""
    private(set) var parameters: [PostgreSQLStatement.Parameter] = []
    /// The index of the column of the result that is written; it is the number of those before it.
    private(set) var column = 0
    private var words = SQLWords()
    /// A Boolean value that indicates whether the columns of the result are written.
    private var isSelecting = false
    private var hasSelected = false
    /// A Boolean value that indicates whether nothing of a column of the result is written yet.
    private(set) var isBeforeColumn = false

    mutating func append(_ text: String) {
        for character in text {
            sql.append(character)
            let isCode = words.append(character) != nil
            if isCode, words.depth == 0, !hasSelected, words.word == "SELECT" {
                (isSelecting, hasSelected, isBeforeColumn) = (true, true, true)
            } else if isCode, words.depth == 0, isSelecting, words.word == "FROM" {
                (isSelecting, isBeforeColumn) = (false, false)
            } else if isSelecting, words.depth == 0, isCode, character == "," {
                column += 1
                isBeforeColumn = true
            } else if !character.isWhitespace {
                isBeforeColumn = false
            }
        }
    }

    mutating func append(_ parameter: PostgreSQLStatement.Parameter) {
        let known = parameters.firstIndex(of: parameter)
        if known == nil { parameters.append(parameter) }
        append("$\((known ?? parameters.count - 1) + 1)")
    }
}
