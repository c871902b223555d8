/// A role of a clan, with its permissions.
package struct Role: Hashable, Sendable {
    /// The role's id.
    package var id: RoleID
    /// The role's clan.
    package var clan: ClanID
    /// The displayed name.
    package var title: String
    /// The permissions in Mezon's words: `delete-message`, `manage-channel`…
    package var permissions: Set<String>
    /// A Boolean value that indicates whether every member has the role without being listed.
    package var isEveryone: Bool

    /// Creates a role.
    package init(id: RoleID, clan: ClanID, title: String, permissions: Set<String> = [], isEverybodys: Bool = false) {
        self.id = id
        self.clan = clan
        self.title = title
        self.permissions = permissions
        self.isEveryone = isEverybodys
    }
}
