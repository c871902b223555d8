import BotConfiguration
import BotKit
import ChatModel
import RuleEngine

/// The permissions that a rule or bot requires.
struct PermissionClaim: Hashable, Sendable {
    /// The rule or bot, for example `scam-links` or `bot warden`.
    var who: String
    var needs: Set<PermissionRequirement>
    /// A Boolean value that indicates whether it is enforced; false for a rule in shadow mode, which performs no action yet.
    var isInForce: Bool

    init(who: String, needs: Set<PermissionRequirement>, isInForce: Bool) {
        self.who = who
        self.needs = needs
        self.isInForce = isInForce
    }

    init(_ rule: RuleListing) {
        self.init(who: rule.id, needs: rule.requiredPermissions, isInForce: rule.mode == .enforce)
    }

    /// Creates the claim of a bot. A manifest lists kinds of actions only, so the smallest permission of each kind is required.
    init(_ bot: Manifest) {
        let needs = bot.needs.compactMap { capability -> PermissionRequirement? in
            switch capability {
            case .delete: .deleteMessage
            case .moderate, .channels: .manageChannel
            case .roles: .manageClan
            case .reply, .send, .react, .edit, .pin, .directMessage, .ephemeral, .run, .schedule, .request, .drop, .status,
                .tokens, .groups, .media, .call, .mentionEveryone:
                nil
            }
        }
        self.init(who: "bot \(bot.name)", needs: Set(needs), isInForce: true)
    }
}

extension CompiledConfiguration {
    /// The claims of all enabled rules and bots in these channels, rules first.
    func claims(in channels: [Channel]) -> [PermissionClaim] {
        let rules = rules.listing.filter { rule in rule.mode != .disabled && channels.contains { rule.applies(in: $0) } }
        let bots = bots.definitions.map { $0.manifest }.filter { manifest in
            channels.contains { channel in
                self.bots[channel.clan].contains {
                    $0.manifest.name == manifest.name && $0.reach.contains(channel.id, of: channel.clan)
                }
            }
        }
        return rules.map(PermissionClaim.init) + bots.map(PermissionClaim.init)
    }
}
