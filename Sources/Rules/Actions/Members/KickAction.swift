import BotConfig
import MezonModel

/// `kick`, or `kick: { to, reason }`: removes a member from the clan. It can be reversed only by an invitation.
struct KickAction: ParsableAction {
    static let name = "kick"
    let isSanction = true
    let needs: Set<PermissionRequirement> = [.manageClan]

    private let sanction: SanctionArguments

    init?(_ word: KeywordNode, _ compilation: CompilationContext) {
        guard let sanction = SanctionArguments(word, compilation) else { return nil }
        self.sanction = sanction
    }

    func perform(_ scene: inout ActionContext) {
        guard let user = scene.canModerate(sanction.whom.user(scene)) else { return }
        guard !scene.facts.clan.isNone else { return scene.remark("no clan to kick from") }
        let cause = sanction.cause(scene)
        scene.sanction(
            scene.draft(Self.name, user, because: cause), by: [.member(.kick(user, of: scene.facts.clan, reason: cause))])
    }
}
