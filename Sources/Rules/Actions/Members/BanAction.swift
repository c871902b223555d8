import BotConfig
import Foundation
import MezonModel

/// `ban: { for: 30d, to, reason }`: removes a member from the clan, and again whenever they rejoin until the ban ends;
/// permanently without `for`. Mezon has no such ban (its ban is `mute` here): the rules enforce it while the bot runs.
struct BanAction: ParsableAction {
    static let name = "ban"
    let isSanction = true
    let needs: Set<PermissionRequirement> = [.manageClan]

    private let length: Double?  // Seconds.
    private let sanction: SanctionArguments

    init?(_ word: KeywordNode, _ compilation: CompilationContext) {
        let findings = compilation.findings
        guard let argument = word.value else {
            length = nil
            sanction = SanctionArguments()
            return
        }
        guard var map = MapReader(argument, "'ban'", findings) else { return nil }
        let before = findings.errors
        let length = map.take("for", "The duration, for example `30d`; permanent without it.").flatMap { $0.duration(findings) }
        let sanction = SanctionArguments(&map, compilation)
        map.finish()
        guard findings.errors == before, let sanction else { return nil }
        self.length = length.map { $0 / .seconds(1) }
        self.sanction = sanction
    }

    func perform(_ scene: inout ActionContext) {
        guard let user = scene.canModerate(sanction.whom.user(scene)) else { return }
        let clan = scene.facts.clan
        guard !clan.isNone else { return scene.remark("no clan to ban from") }
        let cause = sanction.cause(scene)
        var memo = StateEntry(at: scene.facts.now)
        memo.text = cause
        memo.until = length.map { scene.facts.now.addingTimeInterval($0) }
        scene.change(.ban(of: user, from: clan), .set(memo))
        scene.sanction(
            scene.draft(Self.name, user, until: memo.until, inverses: [.unban(user, of: clan)], because: cause),
            by: [.member(.kick(user, of: clan, reason: cause))])
    }
}
