import ChatModel
import Foundation
import MezonProtocol

/// The notifications of each account, the newest last, and what each account wants to be notified of.
struct NotificationStore {
    /// A notification's code (Documentation/Protocol.md §3.5).
    enum Code: Int32 {
        case friendRequest = -2
        case friendAccepted = -3
        case mentioned = -9
        case replied = -11

        /// The tab that a client shows it under: 1 mentions, 3 for the account itself.
        var category: Int32 { self == .mentioned || self == .replied ? 1 : 3 }
    }

    /// A clan, category or channel, by its id.
    typealias Place = Int64

    struct Setting: Hashable {
        /// 0 for the default, 1 for everything, 2 for mentions, 3 for nothing.
        var kind: Int32 = 0
        /// The moment at which a mute ends; `.distantFuture` for one without an end.
        var mutedUntil: Date?

        func isMuted(at now: Date) -> Bool { mutedUntil.map { $0 > now } ?? false }
    }

    private let limit: Int
    private var notifications: [UserID: [ApiNotification]] = [:]
    private var settings: [UserID: [Place: Setting]] = [:]

    init(limit: Int) { self.limit = max(1, limit) }

    mutating func append(_ notification: ApiNotification, for user: UserID) {
        notifications[user, default: []].append(notification)
        if notifications[user, default: []].count > limit { notifications[user]?.removeFirst() }
    }

    func notifications(of user: UserID) -> [ApiNotification] { notifications[user] ?? [] }

    /// Removes the notifications that match, and gives back how many there were.
    mutating func remove(of user: UserID, where matches: (ApiNotification) -> Bool) -> Int {
        let before = notifications[user]?.count ?? 0
        notifications[user]?.removeAll(where: matches)
        return before - (notifications[user]?.count ?? 0)
    }

    func setting(of place: Place, for user: UserID) -> Setting? { settings[user]?[place] }

    /// - Throws: `GatewayRequestError` where the account has too many settings.
    mutating func set(_ setting: Setting?, of place: Place, for user: UserID) throws(GatewayRequestError) {
        guard setting == nil || settings[user]?[place] != nil || (settings[user]?.count ?? 0) < 10 * limit else {
            throw GatewayRequestError.exhausted("an account has at most \(10 * limit) notification settings")
        }
        settings[user, default: [:]][place] = setting
    }

    /// Forgets what accounts set for a place that is gone.
    mutating func forget(_ place: Place) {
        for user in settings.keys { settings[user]?[place] = nil }
    }
}
