import ChatModel
import Foundation

/// The friendships, requests and blocks of all accounts, stored from each account's view.
struct FriendList {
    /// The state of a relation, with its number in the protocol (Documentation/Protocol.md §4.2).
    enum State: Int32 { case friend, requestSent, requestReceived, blocked }

    struct Relation: Hashable {
        var state: State
        var changedAt: Date
        /// The account that sent the request.
        var source: UserID
    }

    /// The outcome of a friend request.
    enum RequestOutcome: Hashable { case requested, accepted, unchanged }

    private let limit: Int
    private var relations: [UserID: [UserID: Relation]] = [:]

    init(limit: Int) { self.limit = limit }

    /// Returns the relations of an account, ordered by the ids of the other accounts.
    func relations(of user: UserID) -> [(other: UserID, relation: Relation)] {
        (relations[user] ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    func state(of other: UserID, for user: UserID) -> State? { relations[user]?[other]?.state }

    /// Returns a Boolean value that indicates whether either of two accounts blocked the other.
    func isBlocked(_ user: UserID, _ other: UserID) -> Bool {
        state(of: other, for: user) == .blocked || state(of: user, for: other) == .blocked
    }

    /// Records a friend request, or accepts one of the other account.
    ///
    /// - Throws: `GatewayRequestError` if one account blocked the other, or has too many relations.
    mutating func request(_ other: UserID, by user: UserID, at now: Date) throws(GatewayRequestError) -> RequestOutcome {
        guard !isBlocked(user, other) else { throw GatewayRequestError.permissionDenied }
        switch state(of: other, for: user) {
        case .friend, .requestSent: return .unchanged
        case .requestReceived:
            set(.friend, of: other, for: user, source: other, at: now)
            set(.friend, of: user, for: other, source: other, at: now)
            return .accepted
        case .blocked, nil:
            for account in [user, other] { try checkCapacity(for: account) }
            set(.requestSent, of: other, for: user, source: user, at: now)
            set(.requestReceived, of: user, for: other, source: user, at: now)
            return .requested
        }
    }

    /// Blocks an account and removes its side of the relation, unless that is a block, too.
    mutating func block(_ other: UserID, by user: UserID, at now: Date) throws(GatewayRequestError) {
        if relations[user]?[other] == nil { try checkCapacity(for: user) }
        set(.blocked, of: other, for: user, source: user, at: now)
        if state(of: user, for: other) != .blocked { relations[other]?[user] = nil }
    }

    /// - Throws: `GatewayRequestError.notFound` if there is no block.
    mutating func unblock(_ other: UserID, by user: UserID) throws(GatewayRequestError) {
        guard state(of: other, for: user) == .blocked else { throw GatewayRequestError.notFound }
        relations[user]?[other] = nil
    }

    /// Ends a friendship or withdraws a request, on both sides.
    ///
    /// - Throws: `GatewayRequestError.notFound` if there is neither.
    mutating func remove(_ other: UserID, by user: UserID) throws(GatewayRequestError) {
        guard let state = state(of: other, for: user), state != .blocked else { throw GatewayRequestError.notFound }
        relations[user]?[other] = nil
        relations[other]?[user] = nil
    }

    private mutating func set(_ state: State, of other: UserID, for user: UserID, source: UserID, at now: Date) {
        relations[user, default: [:]][other] = Relation(state: state, changedAt: now, source: source)
    }

    private func checkCapacity(for user: UserID) throws(GatewayRequestError) {
        guard (relations[user]?.count ?? 0) < limit else {
            throw GatewayRequestError.exhausted("an account has at most \(limit) friends, requests and blocks")
        }
    }
}
