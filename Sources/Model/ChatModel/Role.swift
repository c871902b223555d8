/// A role of a clan, with its permissions.
public struct Role: Hashable, Sendable {
    /// The role's id.
    public var id: RoleID
    /// The role's clan.
    public var clan: ClanID
    /// The displayed name.
    public var title: String
    /// The permissions in Mezon's words: `delete-message`, `manage-channel`…
    public var permissions: Set<String>
    /// A Boolean value that indicates whether every member has the role without being listed.
    public var isEveryone: Bool

    /// Creates a role.
    public init(id: RoleID, clan: ClanID, title: String, permissions: Set<String> = [], isEverybodys: Bool = false) {
        self.id = id
        self.clan = clan
        self.title = title
        self.permissions = permissions
        self.isEveryone = isEverybodys
    }
}
