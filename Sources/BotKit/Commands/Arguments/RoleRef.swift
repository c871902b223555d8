/// A role, chosen from the list that opens after `@`, or named by id.
public struct RoleRef: Argument, Hashable {
    public var id: RoleID
    /// Empty where it was named by id.
    public var name: String

    public static var label: LocalizedText { LocalizedText("role", vi: "vai trò") }
    public static var expects: LocalizedText { LocalizedText("a role (@role)", vi: "một vai trò (@vai-trò)") }

    public static func read(_ reader: inout ArgumentReader) throws -> RoleRef? {
        if let mention = reader.mention() {
            guard !mention.role.isNone else {
                throw UsageError(
                    LocalizedText("a role belongs here, not a person", vi: "chỗ này cần một vai trò, không phải một người"))
            }
            return RoleRef(id: mention.role, name: mention.roleName)
        }
        guard let word = try reader.word()?.text else { return nil }
        if word.hasPrefix("@") { throw UsageError(UnresolvedReference.name) }
        return UnresolvedReference.id(word).map { RoleRef(id: RoleID($0), name: "") }
    }
}
