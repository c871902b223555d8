import BotKit
import ChatModel
import Foundation
import MezonProtocol
import Storage

/// An action on a member, with the rule or bot that takes it.
typealias AuthoredMemberAction = (author: String, action: MemberAction)

/// Actions on members because of one entry, in their order.
struct MemberActions {
    var actions: [AuthoredMemberAction]
    var clan: ClanID
    /// The entry about which they were decided.
    var sequence: Int64
    /// The time at which they take effect.
    var at: Date
    /// A Boolean value that indicates whether actions because of later entries may have been applied before. Those stay.
    var isLate = false
}

/// The recorded actions of rules and bots on members because of an entry.
struct RecordedMemberActions {
    /// The actions that were sent, or may have been.
    var effective: [AuthoredMemberAction] = []
    /// The members and places about which all actions were refused or given up.
    var ineffective: Set<Restraints.Key> = []

    init() {}

    init(_ deliveries: some Collection<Delivery>) {
        for delivery in deliveries where ["rule:", "bot:", "system:bans"].contains(where: delivery.author.hasPrefix) {
            guard let action = try? ResolvedActionCodec.outgoing(delivery.payload), case .member(let onMember) = action.request
            else { continue }
            switch delivery.status {
            case .pending, .sending, .sent: effective.append((delivery.author, onMember))
            case .failed, .dead, .skipped, .damaged: onMember.restraintKey.map { _ = ineffective.insert($0) }
            }
        }
        ineffective.subtract(effective.compactMap(\.action.restraintKey))
    }
}

extension Action {
    /// The action on a member, also one that has been approved; nil for other actions.
    var onMember: MemberAction? {
        switch self {
        case .member(let action): action
        case .resolved(let resolved): if case .member(let action) = resolved.request { action } else { nil }
        default: nil
        }
    }
}

extension RuleDecision {
    /// The actions on members that are not in shadow mode.
    var onMembers: [AuthoredMemberAction] {
        results.filter { !$0.isShadow }.flatMap { result in result.actions.compactMap(\.onMember).map { (result.author, $0) } }
    }
}

extension MemberAction {
    /// The member and the reach of a measure that keeps a member from writing, or lifts one; nil for other actions.
    var restraintKey: Restraints.Key? {
        switch self {
        case .mute(let user, let channel, _, _), .unmute(let user, let channel):
            Restraints.Key(user: user, place: .channel(channel))
        case .kick(let user, let clan, _): Restraints.Key(user: user, place: .clan(clan))
        case .unban, .addRole, .removeRole: nil
        }
    }

    /// The end of a measure; nil for actions that keep nobody from writing.
    var end: Date? {
        switch self {
        case .mute(_, _, let until, _): until ?? .distantFuture
        case .kick: .distantFuture
        case .unmute, .unban, .addRole, .removeRole: nil
        }
    }
}
