/// A role, chosen from the list that opens after `@`, or named by id.
public struct RoleRef: Argument, Hashable {
    public var id: RoleID
    /// Empty where it was named by id.
    public var name: String

    public static var label: Wording { Wording("role", vi: "vai trò") }
    public static var expects: Wording { Wording("a role (@role)", vi: "một vai trò (@vai-trò)") }

    public static func read(_ reader: inout ArgumentReader) throws -> RoleRef? {
        if let mention = reader.mention() {
            guard !mention.role.isNone else {
                throw Mistake(Wording("a role belongs here, not a person", vi: "chỗ này cần một vai trò, không phải một người"))
            }
            return RoleRef(id: mention.role, name: mention.roleName)
        }
        guard let word = try reader.word()?.text else { return nil }
        if word.hasPrefix("@") { throw Mistake(Typed.name) }
        return Typed.id(word).map { RoleRef(id: RoleID($0), name: "") }
    }
}
