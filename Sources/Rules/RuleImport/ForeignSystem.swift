/// A system whose rules can be imported.
package enum ForeignSystem: String, CaseIterable, Sendable {
    case automoderator, zeppelin, discord

    /// The name for people.
    package var title: String {
        switch self {
        case .automoderator: "AutoModerator"
        case .zeppelin: "Zeppelin"
        case .discord: "Discord AutoMod"
        }
    }

    /// The file that is expected, for advice.
    var advice: String {
        switch self {
        case .automoderator: "give the wiki page config/automoderator, with rules between lines of ---"
        case .zeppelin: "give the server's configuration, with plugins: { automod: … }"
        case .discord: "give the answer of GET /guilds/ID/auto-moderation/rules"
        }
    }
}
