/// The permission that the bot's roles need for an action, by Mezon's slugs (Documentation/Protocol.md §4.4).
package enum PermissionRequirement: String, Hashable, Sendable, CaseIterable {
    case deleteMessage = "delete-message"
    case manageChannel = "manage-channel"
    case manageClan = "manage-clan"
    case manageThread = "manage-thread"

    /// Returns a Boolean value that indicates whether the permissions are sufficient. Administrators and the clan's owner may do
    /// everything.
    package func isMet(by permissions: Set<String>) -> Bool {
        !permissions.isDisjoint(with: [rawValue, "administrator", "clan-owner"])
    }
}
