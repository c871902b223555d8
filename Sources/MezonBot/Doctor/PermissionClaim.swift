import BotConfig
import BotKit
import MezonModel
import Rules

/// Who of the configuration asks for something that roles must allow, and where.
struct PermissionClaim: Hashable, Sendable {
    /// `scam-links`, or `bot warden`.
    var who: String
    var needs: Set<PermissionRequirement>
    /// False for a rule in shadow, which asks for nothing yet.
    var isInForce: Bool

    init(who: String, needs: Set<PermissionRequirement>, isInForce: Bool) {
        self.who = who
        self.needs = needs
        self.isInForce = isInForce
    }

    init(_ rule: RuleListing) {
        self.init(who: rule.id, needs: rule.needs, isInForce: rule.mode == .enforce)
    }

    /// A manifest says what kinds of action there are and not which: the least of a kind is what is needed.
    init(_ bot: Manifest) {
        let needs = bot.needs.compactMap { capability -> PermissionRequirement? in
            switch capability {
            case .delete: .deleteMessage
            case .moderate: .manageChannel
            case .roles: .manageClan
            case .reply, .send, .react, .edit, .pin, .direct, .whisper, .run, .appoint, .drop: nil
            }
        }
        self.init(who: "bot \(bot.name)", needs: Set(needs), isInForce: true)
    }
}

extension CompiledConfiguration {
    /// The claims of all that is awake in one of these channels: rules, then bots.
    func claims(in channels: [Channel]) -> [PermissionClaim] {
        let rules = rules.listing.filter { rule in rule.mode != .disabled && channels.contains { rule.applies(in: $0) } }
        let bots = bots.types.map { $0.manifest }.filter { manifest in
            channels.contains { channel in
                self.bots[channel.clan].contains {
                    $0.manifest.name == manifest.name && $0.reach.contains(channel.id, of: channel.clan)
                }
            }
        }
        return rules.map(PermissionClaim.init) + bots.map(PermissionClaim.init)
    }
}
