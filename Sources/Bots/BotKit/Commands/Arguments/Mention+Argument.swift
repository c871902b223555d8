/// A user argument, chosen from the list that opens after `@`, or given by id.
extension Mention: Argument {
    /// The label `who`.
    public static var label: LocalizedText { LocalizedText("who", vi: "ai") }
    /// The phrase "a user (@name)".
    public static var expects: LocalizedText { LocalizedText("a user (@name)", vi: "một người (@tên)") }

    /// Reads a mention of one user, or a user's id.
    ///
    /// - Throws: `UsageError` for a mention of everyone or of a role, and for a name that was typed and not chosen from the list.
    public static func read(_ reader: inout ArgumentReader) throws -> Mention? {
        if let mention = reader.mention() {
            if mention.user == everyone {
                throw UsageError(
                    LocalizedText("mention one user, not everyone", vi: "chỗ này cần một người, không phải tất cả"))
            }
            if mention.user.isNone {
                throw UsageError(
                    LocalizedText("this is a role; mention a user", vi: "đây là vai trò: chỗ này cần một người"))
            }
            return mention
        }
        guard let word = try reader.word() else { return nil }
        if word.text.hasPrefix("@") { throw UsageError(UnresolvedReference.name) }
        return UnresolvedReference.id(word.text).map { Mention(user: UserID($0), range: word.range) }
    }
}

/// Input typed where an entry has to be chosen from a list.
enum UnresolvedReference {
    static let name = LocalizedText(
        "choose the name from the list that opens after @", vi: "hãy chọn tên trong danh sách hiện ra sau @")

    /// Parses an id of 15 to 19 digits, as Mezon's clients copy it; shorter numbers are ordinary numbers.
    static func id(_ word: String) -> Int64? { (15...19).contains(word.utf8.count) ? UserID(word)?.rawValue : nil }
}
