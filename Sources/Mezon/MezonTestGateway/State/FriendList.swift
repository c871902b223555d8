import ChatModel
import Foundation

/// The friendships, requests and blocks of all accounts, each as one account sees it.
struct FriendList {
    /// A relation's state, by the numbers of the wire (Documentation/Protocol.md §4.2).
    enum State: Int32 { case friend, requestSent, requestReceived, blocked }

    struct Relation: Hashable {
        var state: State
        var changedAt: Date
        /// The account that asked first.
        var source: UserID
    }

    /// The outcome of asking somebody to be a friend.
    enum Asking: Hashable { case asked, accepted, known }

    private let limit: Int
    private var relations: [UserID: [UserID: Relation]] = [:]

    init(limit: Int) { self.limit = limit }

    /// An account's relations, in the order of the other accounts' ids.
    func relations(of user: UserID) -> [(other: UserID, relation: Relation)] {
        (relations[user] ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    func state(of other: UserID, for user: UserID) -> State? { relations[user]?[other]?.state }

    /// A Boolean value that indicates whether either of two accounts blocked the other.
    func isBlocked(_ user: UserID, _ other: UserID) -> Bool {
        state(of: other, for: user) == .blocked || state(of: user, for: other) == .blocked
    }

    /// Asks somebody to be a friend, or accepts what they asked.
    ///
    /// - Throws: `GatewayRequestError` where one blocked the other and where one has too many relations.
    mutating func ask(_ other: UserID, by user: UserID, at now: Date) throws(GatewayRequestError) -> Asking {
        guard !isBlocked(user, other) else { throw GatewayRequestError.permissionDenied }
        switch state(of: other, for: user) {
        case .friend, .requestSent: return .known
        case .requestReceived:
            set(.friend, of: other, for: user, source: other, at: now)
            set(.friend, of: user, for: other, source: other, at: now)
            return .accepted
        case .blocked, nil:
            for account in [user, other] { try checkRoom(for: account) }
            set(.requestSent, of: other, for: user, source: user, at: now)
            set(.requestReceived, of: user, for: other, source: user, at: now)
            return .asked
        }
    }

    /// Blocks somebody, who loses their side of the relation unless it is a block too.
    mutating func block(_ other: UserID, by user: UserID, at now: Date) throws(GatewayRequestError) {
        if relations[user]?[other] == nil { try checkRoom(for: user) }
        set(.blocked, of: other, for: user, source: user, at: now)
        if state(of: user, for: other) != .blocked { relations[other]?[user] = nil }
    }

    /// - Throws: `GatewayRequestError.notFound` where there is no block.
    mutating func unblock(_ other: UserID, by user: UserID) throws(GatewayRequestError) {
        guard state(of: other, for: user) == .blocked else { throw GatewayRequestError.notFound }
        relations[user]?[other] = nil
    }

    /// Ends a friendship or withdraws a request, on both sides.
    ///
    /// - Throws: `GatewayRequestError.notFound` where there is neither.
    mutating func remove(_ other: UserID, by user: UserID) throws(GatewayRequestError) {
        guard let state = state(of: other, for: user), state != .blocked else { throw GatewayRequestError.notFound }
        relations[user]?[other] = nil
        relations[other]?[user] = nil
    }

    private mutating func set(_ state: State, of other: UserID, for user: UserID, source: UserID, at now: Date) {
        relations[user, default: [:]][other] = Relation(state: state, changedAt: now, source: source)
    }

    private func checkRoom(for user: UserID) throws(GatewayRequestError) {
        guard (relations[user]?.count ?? 0) < limit else {
            throw GatewayRequestError.exhausted("an account has at most \(limit) friends, requests and blocks")
        }
    }
}
