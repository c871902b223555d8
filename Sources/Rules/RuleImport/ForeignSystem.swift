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
}
