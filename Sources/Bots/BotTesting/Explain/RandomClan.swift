import BotConfiguration
import BotKit
import ChatModel
import Foundation
import MezonBotApp
import MezonProtocol
import Storage

/// A clan with random rules and random messages, for soak tests. One seed makes the same each time.
struct RandomClan {
    /// One thing that happens in the clan.
    enum Step {
        case role(UserID, isGiven: Bool, at: Date)
        case restart
        case message(Message)
    }

    static let staff: RoleID = 77
    static let me: UserID = 900
    static let people = (101...104).map { Author(id: UserID(Int64($0)), username: "user\($0)") }
    /// The user who has the role at the start.
    static let holder = people[0].id
    static let members = people.map { Member(clan: .test, user: $0.id, roles: $0.id == holder ? [staff] : []) }
    static let channels = RandomRule.channels.map { Channel(id: $0.id, clan: .test, label: $0.name) }
    static let start = Date(timeIntervalSince1970: 1_767_787_200)  // Wednesday, 7 January 2026, 12:00 UTC.

    var random: SplitMix64
    var rules: [RandomRule]

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        rules = (0..<Int.random(in: 2...6, using: &random)).map { RandomRule($0, using: &random) }
        self.random = random
    }

    /// - Throws: An error if the rules cannot be compiled.
    func plan() throws -> CompiledConfiguration {
        let names = Self.channels.map { "\($0.label): \"\($0.id)\"" }.joined(separator: ", ")
        let text = """
            version: 1
            names: { channels: { \(names) }, roles: { staff: "\(Self.staff)" } }
            rules:
            \(rules.isEmpty ? "  []" : rules.map(\.yaml).joined(separator: "\n"))

            """
        let (plan, report) = CompiledConfiguration.check(
            texts: ["config.yaml": text], root: "config.yaml", registry: BotRegistry([]))
        guard let plan else { throw RandomClanError.unreadable(report.human()) }
        return plan
    }

    /// Draws the id of a rule.
    mutating func drawRule() -> String { rules[Int.random(in: rules.indices, using: &random)].id }

    mutating func message(_ id: MessageID, at date: Date) -> Message {
        let words = (0..<Int.random(in: 1...2, using: &random)).map { _ in
            RandomRule.words[Int.random(in: RandomRule.words.indices, using: &random)]
        }
        return .make(
            text: words.joined(separator: " "), in: RandomRule.channels[Int.random(in: 0...1, using: &random)].id,
            by: Self.people[Int.random(in: Self.people.indices, using: &random)], id: id, at: date)
    }

    /// Messages, with changes of roles and restarts between them.
    mutating func steps(_ messages: Int) -> [Step] {
        var steps: [Step] = []
        var now = Self.start
        var ids = SnowflakeSequence(node: 5)
        for _ in 0..<messages {
            now += Double(Int.random(in: 1...40, using: &random))
            if Int.random(in: 0..<8, using: &random) == 0 {
                let user = Self.people[Int.random(in: Self.people.indices, using: &random)].id
                steps.append(.role(user, isGiven: Bool.random(using: &random), at: now))
            }
            if Int.random(in: 0..<12, using: &random) == 0 { steps.append(.restart) }
            steps.append(.message(message(MessageID(ids.next(at: now)), at: now)))
        }
        return steps
    }
}

enum RandomClanError: Error, CustomStringConvertible {
    case unreadable(String)

    var description: String {
        switch self {
        case .unreadable(let what): "it cannot be read: \(what)"
        }
    }
}

extension RuleTestHarness {
    /// Creates the application of a random clan.
    convenience init(_ clan: RandomClan) async throws {
        try await self.init(
            clan.plan(), as: RandomClan.me, clan: .test, channels: RandomClan.channels, members: RandomClan.members)
    }

    /// Journals and decides one step.
    func perform(_ step: RandomClan.Step) async throws {
        guard let entry = try step.entry else { return try await restart() }
        try await store.journal.append([entry])
        try await work()
    }
}

extension RandomClan.Step {
    /// The entry of the step; nil for a restart.
    var entry: NewEntry? {
        get throws {
            switch self {
            case .restart: return nil
            case .message(let message): return .make(message)
            case .role(let user, let isGiven, let date):
                var change = RtRoleAssignedEvent()
                change.clanID = "\(ClanID.test)"
                change.roleID = RandomClan.staff.rawValue
                if isGiven { change.userIdsAssigned = [user.rawValue] } else { change.userIdsRemoved = [user.rawValue] }
                guard let entry = NewEntry.make(.roleAssignEvent(change), at: date) else {
                    throw RandomClanError.unreadable("a change of roles")
                }
                return entry
            }
        }
    }
}
