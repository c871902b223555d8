import ChatModel
import Foundation

/// The members whom rules and bots kept from writing in the recorded history, which therefore lacks what they would have written.
struct RecordedRestraints {
    private(set) var measures: Restraints.Measures = [:]
    private let me: UserID

    /// - Parameter me: The bot's own account.
    init(as me: UserID) { self.me = me }

    /// The recorded measure that holds for a member; nil if there is none.
    func inForce(_ key: Restraints.Key, at now: Date) -> Restraints.Measure? { measures.inForce(key, at: now) }

    /// The members and places whose mutes a change lifts in every branch.
    ///
    /// A lift by the bot itself follows a decision to lift or the end of a mute, which each branch has at its own time, unless the mute
    /// holds: then somebody has reversed a case.
    func lifted(by change: BanChange, at now: Date) -> [Restraints.Key] {
        guard change.isLifted else { return [] }
        return change.users.map { Restraints.Key(user: $0, place: .channel(change.channel)) }.filter {
            change.by != me || inForce($0, at: now) != nil
        }
    }

    /// Applies recorded actions.
    mutating func apply(_ taken: MemberActions) { _ = measures.apply(taken) }

    /// Applies what an event ends: a removal by a member's return, and mutes that are lifted.
    mutating func apply(_ event: Event, at now: Date) {
        switch event {
        case .memberJoined(let membership):
            for user in membership.users { measures.lift(Restraints.Key(user: user, place: .clan(membership.clan)), at: now) }
        case .banChanged(let change):
            for key in lifted(by: change, at: now) { measures.lift(key, at: now) }
        default: break
        }
    }
}
