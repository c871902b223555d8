import ChatModel
import Foundation
import MezonProtocol

/// The notifications of each account, oldest first, and the notification settings of each account.
struct NotificationStore {
    /// A notification's code (Documentation/Protocol.md §3.5).
    enum Code: Int32 {
        case friendRequest = -2
        case friendAccepted = -3
        case mentioned = -9
        case replied = -11

        /// The tab in which clients show it: 1 for mentions, 3 for the account itself.
        var category: Int32 { self == .mentioned || self == .replied ? 1 : 3 }
    }

    /// A clan, category or channel, by its id.
    typealias Scope = Int64

    struct Setting: Hashable {
        /// 0 for the default, 1 for everything, 2 for mentions, 3 for nothing.
        var kind: Int32 = 0
        /// The end of a mute; `.distantFuture` if it has no end.
        var mutedUntil: Date?

        func isMuted(at now: Date) -> Bool { mutedUntil.map { $0 > now } ?? false }
    }

    private let limit: Int
    private var notifications: [UserID: [ApiNotification]] = [:]
    private var settings: [UserID: [Scope: Setting]] = [:]

    init(limit: Int) { self.limit = max(1, limit) }

    mutating func append(_ notification: ApiNotification, for user: UserID) {
        notifications[user, default: []].append(notification)
        if notifications[user, default: []].count > limit { notifications[user]?.removeFirst() }
    }

    func notifications(of user: UserID) -> [ApiNotification] { notifications[user] ?? [] }

    /// Removes the matching notifications and returns their number.
    mutating func remove(of user: UserID, where matches: (ApiNotification) -> Bool) -> Int {
        let before = notifications[user]?.count ?? 0
        notifications[user]?.removeAll(where: matches)
        return before - (notifications[user]?.count ?? 0)
    }

    func setting(of scope: Scope, for user: UserID) -> Setting? { settings[user]?[scope] }

    /// - Throws: `GatewayRequestError` if the account has too many settings.
    mutating func set(_ setting: Setting?, of scope: Scope, for user: UserID) throws(GatewayRequestError) {
        guard setting == nil || settings[user]?[scope] != nil || (settings[user]?.count ?? 0) < 10 * limit else {
            throw GatewayRequestError.exhausted("an account has at most \(10 * limit) notification settings")
        }
        settings[user, default: [:]][scope] = setting
    }

    /// Removes all settings of a deleted scope.
    mutating func forget(_ scope: Scope) {
        for user in settings.keys { settings[user]?[scope] = nil }
    }
}
