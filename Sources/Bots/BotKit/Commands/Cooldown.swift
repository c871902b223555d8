import Foundation

/// The time that must pass before a command can be used again, and the scope in which it applies.
public struct Cooldown: Hashable, Sendable {
    /// The users that share one cooldown.
    @nonexhaustive
    public enum Scope: String, Hashable, Sendable {
        /// Each user has their own.
        case user
        /// All users of the channel, or of the clan, share one.
        case channel, clan
    }

    let length: Duration
    let scope: Scope
    /// The number of uses allowed before the cooldown applies.
    var uses = 1

    /// Returns the rate limit of a command without a cooldown, which applies per user.
    static func standard(uses: Int) -> Cooldown { Cooldown(length: .seconds(30), scope: .user, uses: uses) }

    /// Returns the state key of the cooldown's ledger. No state of the bot itself has such a key.
    func key(at invocation: InvocationContext) -> String {
        switch scope {
        case .user: Self.key("user:\(invocation.user)")
        case .channel: Self.key("channel:\(invocation.channel)")
        case .clan: Self.key("clan:\(invocation.clanKey(invocation.clan))")
        }
    }

    static func key(_ owner: String) -> String { mark + owner }

    private static let mark = "~cooldowns/"

    /// Returns whether a state key belongs to a cooldown's ledger.
    static func isLedgerKey(_ key: String) -> Bool { key.hasPrefix(mark) }
}

/// The active cooldowns of a bot's commands in one scope. Times are those of the events.
struct CooldownLedger: Hashable, Codable {
    struct ActiveCooldown: Hashable, Codable {
        var until: Date
        /// The message whose command started the cooldown.
        var message: MessageID
        /// A Boolean value that indicates whether a user was told to wait; later requests are then ignored silently.
        var wasTold = false
        /// The number of uses since the start; nil for a single use, as older builds stored it.
        var uses: Int?
    }

    /// The cooldowns by command name.
    private(set) var rests: [String: ActiveCooldown] = [:]

    static let fingerprint = "cooldowns"

    /// Decodes a stored ledger.
    ///
    /// - Throws: `DecodingError` if the value is not a ledger.
    init(_ stored: StoredState?) throws {
        if let stored { self = try JSONDecoder().decode(Self.self, from: Data(stored.json.utf8)) }
    }

    func stored() throws -> StoredState {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return StoredState(fingerprint: Self.fingerprint, json: String(decoding: try encoder.encode(self), as: UTF8.self))
    }

    /// Returns the cooldown that blocks a command, or nil.
    func rest(of command: String, _ cooldown: Cooldown, at now: Date) -> ActiveCooldown? {
        rests[command].flatMap { now < $0.until && $0.uses ?? 1 >= cooldown.uses ? $0 : nil }
    }

    /// Returns the message that used a command last, or nil if that has expired.
    func message(of command: String, at now: Date) -> MessageID? {
        rests[command].flatMap { ExpiredState.isOver($0.until, at: now) ? nil : $0.message }
    }

    mutating func begin(_ command: String, _ cooldown: Cooldown, with message: MessageID, at now: Date) {
        rests = rests.filter { now < $0.value.until }
        if let begun = rests[command], cooldown.uses > 1 {
            rests[command]?.uses = begun.uses.map { $0 + 1 } ?? 2
            rests[command]?.message = message
        } else {
            rests[command] = ActiveCooldown(until: now.addingTimeInterval(cooldown.length / .seconds(1)), message: message)
        }
    }

    mutating func noteTold(_ command: String) { rests[command]?.wasTold = true }
}
