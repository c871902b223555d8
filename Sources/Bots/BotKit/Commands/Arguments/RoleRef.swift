/// A role argument, chosen from the list that opens after `@`, or given by id.
public struct RoleRef: Argument, Hashable {
    /// The role's id.
    public var id: RoleID
    /// The role's name; empty if it was given by id.
    public var name: String

    /// The label `role`.
    public static var label: LocalizedText { LocalizedText("role", vi: "vai trò") }
    /// The phrase "a role (@role)".
    public static var expects: LocalizedText { LocalizedText("a role (@role)", vi: "một vai trò (@vai-trò)") }

    /// Reads a mention of a role, or a role's id.
    ///
    /// - Throws: `UsageError` for a mention of a user, and for a name that was typed and not chosen from the list.
    public static func read(_ reader: inout ArgumentReader) throws -> RoleRef? {
        if let mention = reader.mention() {
            guard !mention.role.isNone else {
                throw UsageError(
                    LocalizedText("mention a role, not a user", vi: "chỗ này cần một vai trò, không phải một người"))
            }
            return RoleRef(id: mention.role, name: mention.roleName)
        }
        guard let word = try reader.word()?.text else { return nil }
        if word.hasPrefix("@") { throw UsageError(UnresolvedReference.name) }
        return UnresolvedReference.id(word).map { RoleRef(id: RoleID($0), name: "") }
    }
}
