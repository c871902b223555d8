import Foundation

/// How long a command rests after it was used, and for whom.
public struct Cooldown: Hashable, Sendable {
    /// Who has to wait.
    public enum Scope: String, Hashable, Sendable {
        /// Whoever used it.
        case user
        /// Everybody in the channel, or in the clan.
        case channel, clan
    }

    let length: Duration
    let scope: Scope
    /// The number of uses until it rests.
    var uses = 1

    /// The pace of a command that names no cooldown, for each person.
    static func usual(uses: Int) -> Cooldown { Cooldown(length: .seconds(30), scope: .user, uses: uses) }

    /// What its ledger is kept under. No state of a bot's own has a name like it.
    func key(at scene: InvocationContext) -> String {
        switch scope {
        case .user: "\(Self.mark)user:\(scene.user)"
        case .channel: "\(Self.mark)channel:\(scene.channel)"
        case .clan: "\(Self.mark)clan:\(scene.clan)"
        }
    }

    private static let mark = "~cooldowns/"

    /// Whether a ledger is kept under it.
    static func isOne(_ key: String) -> Bool { key.hasPrefix(mark) }
}

/// The commands of a bot that rest, for one person or place. Times are those of the events.
struct CooldownLedger: Hashable, Codable {
    struct ActiveCooldown: Hashable, Codable {
        var until: Date
        /// The message whose command began it.
        var message: MessageID
        /// Whether somebody was told to wait; who asks again before its end is not told twice.
        var wasTold = false
        /// The number of uses since it began; nil for once, as older builds wrote it.
        var uses: Int?
    }

    /// By the command's name.
    private(set) var rests: [String: ActiveCooldown] = [:]

    static let fingerprint = "cooldowns"

    /// - Throws: where what is stored is not a ledger.
    init(_ stored: StoredState?) throws {
        if let stored { self = try JSONDecoder().decode(Self.self, from: Data(stored.json.utf8)) }
    }

    func stored() throws -> StoredState {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return StoredState(fingerprint: Self.fingerprint, json: String(decoding: try encoder.encode(self), as: UTF8.self))
    }

    /// What keeps a command from being used now.
    func rest(of command: String, _ cooldown: Cooldown, at now: Date) -> ActiveCooldown? {
        rests[command].flatMap { now < $0.until && $0.uses ?? 1 >= cooldown.uses ? $0 : nil }
    }

    /// The message with which a command was used last; nil where that is long ago.
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
