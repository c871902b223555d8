/// A role of a clan: what its holders are called, and what it lets them do.
public struct Role: Hashable, Sendable {
    public var id: RoleID
    public var clan: ClanID
    public var title: String
    /// Mezon's words for what it allows: `delete-message`, `manage-channel`…
    public var permissions: Set<String>
    /// Whether every member holds it, without being listed.
    public var isEverybodys: Bool

    public init(id: RoleID, clan: ClanID, title: String, permissions: Set<String> = [], isEverybodys: Bool = false) {
        self.id = id
        self.clan = clan
        self.title = title
        self.permissions = permissions
        self.isEverybodys = isEverybodys
    }
}
