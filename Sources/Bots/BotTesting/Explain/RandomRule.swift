import BotKit
import ChatModel
import Foundation

/// A rule generated from a seed, as YAML for the engine and as values for the oracle.
struct RandomRule {
    /// A counter per user, or for the clan.
    struct Counter {
        var name: String
        var isPersonal: Bool

        func key(_ user: UserID) -> String { isPersonal ? "\(name) \(user)" : name }
        var yaml: String { "name: \(name), scope: \(isPersonal ? "user@clan" : "clan")" }
    }

    enum Condition {
        case word(String, isWanted: Bool)
        case counter(Counter, atLeast: Int)
        case staff(isWanted: Bool)
        case channel(ChannelID)
        case mood(String)
        case flood(moreThan: Int)
        case newcomer(fewerThan: Int)
    }

    enum Act {
        case add(Counter)
        case reset(Counter)
        case mood(String)
    }

    static let floodLength = 60.0  // Seconds.
    static let words = ["gift", "nitro", "hello", "token"]
    static let moods = ["calm", "angry"]
    static let counters = [
        Counter(name: "mine", isPersonal: true), Counter(name: "mine-too", isPersonal: true),
        Counter(name: "ours", isPersonal: false),
    ]
    static let channels: [(name: String, id: ChannelID)] = [("general", .general), ("random", .random)]

    var id: String
    var channel: ChannelID?
    var exceptsStaff: Bool
    var conditions: [Condition]
    var cooldown: Double?
    var acts: [Act]
    var stops: Bool
    var mode = "enforce"
    /// The actions of moderation, such as `delete`.
    var measures: [String] = []

    init(_ number: Int, using random: inout SplitMix64) {
        func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
        id = "r\(number)"
        channel = chance(20) ? Self.element(Self.channels, &random).id : nil
        exceptsStaff = chance(20)
        conditions = (0..<Int.random(in: 0...3, using: &random)).map { _ in Self.condition(&random) }
        cooldown = chance(25) ? Double(Int.random(in: 20...90, using: &random)) : nil
        acts = (0..<Int.random(in: 0...2, using: &random)).map { _ in Self.act(&random) }
        stops = !conditions.isEmpty && chance(10)
    }

    private static func element<Element>(_ list: [Element], _ random: inout SplitMix64) -> Element {
        list[Int.random(in: list.indices, using: &random)]
    }

    private static func condition(_ random: inout SplitMix64) -> Condition {
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1: .word(element(words, &random), isWanted: Int.random(in: 0..<4, using: &random) > 0)
        case 2, 3: .counter(element(counters, &random), atLeast: Int.random(in: 1...5, using: &random))
        case 4: .staff(isWanted: Bool.random(using: &random))
        case 5: Bool.random(using: &random) ? .channel(element(channels, &random).id) : .mood(element(moods, &random))
        case 6: .flood(moreThan: Int.random(in: 1...4, using: &random))
        default: .newcomer(fewerThan: Int.random(in: 1...8, using: &random))
        }
    }

    private static func act(_ random: inout SplitMix64) -> Act {
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1, 2: .add(element(counters, &random))
        case 3: .reset(element(counters, &random))
        default: .mood(element(moods, &random))
        }
    }

    /// The rule as an item of `rules:`.
    var yaml: String {
        var lines = [
            "  - id: \(id)", "    trigger: message", "    mode: \(mode)", "    limits: { per_minute: 1000000, per_day: 1000000 }",
        ]
        if let channel { lines.append("    in: { channels: [\(Self.name(of: channel))] }") }
        if exceptsStaff { lines.append("    except: { roles: [staff] }") }
        if !conditions.isEmpty { lines += ["    when:"] + conditions.map { "      - " + Self.yaml($0) } }
        if let cooldown { lines.append("    cooldown: { per: user, for: \(Int(cooldown))s }") }
        lines += ["    then:", "      - reply: \"\(id)\""] + acts.map { "      - " + Self.yaml($0) }
        lines += measures.map { "      - \($0)" }
        if stops { lines.append("      - stop: all") }
        return lines.joined(separator: "\n")
    }

    private static func name(of channel: ChannelID) -> String { channels.first { $0.id == channel }?.name ?? "" }

    private static func yaml(_ condition: Condition) -> String {
        switch condition {
        case .word(let word, true): "text: { contains: [\(word)] }"
        case .word(let word, false): "not: { text: { contains: [\(word)] } }"
        case .counter(let counter, let least): "counter: { \(counter.yaml), value: \">= \(least)\" }"
        case .staff(true): "author: { has_role: [staff] }"
        case .staff(false): "author: { lacks_role: [staff] }"
        case .channel(let channel): "channel: { is: [\(name(of: channel))] }"
        case .mood(let mood): "var: { name: mood, scope: user@clan, is: \(mood) }"
        case .flood(let most): "flood: { count: \"> \(most)\", within: \(Int(floodLength))s, per: user }"
        case .newcomer(let fewer): "author: { messages_seen: \"< \(fewer)\" }"
        }
    }

    private static func yaml(_ act: Act) -> String {
        switch act {
        case .add(let counter): "counter: { add: { \(counter.yaml) } }"
        case .reset(let counter): "counter: { reset: { \(counter.yaml) } }"
        case .mood(let mood): "set: { var: mood, scope: user@clan, value: \(mood) }"
        }
    }
}
