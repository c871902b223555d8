import BotConfiguration
import BotKit
import ChatModel
import Foundation
import MezonBotApp
import MezonProtocol
import Storage

/// A clan whose moderators remove what hidden numbers say, with mistakes. Its rules have other numbers. One seed makes the same each time.
struct JudgedClan {
    /// A rule and the number that its moderators go by.
    struct Rule {
        let id: String
        /// The number of the rule: it acts on more.
        var written: Int
        /// The number on which moderators act, and more.
        let hidden: Int
        let isEnforced: Bool
        fileprivate let when: String

        fileprivate var yaml: String {
            "  - id: \(id)\n    trigger: message\n    mode: \(isEnforced ? "enforce" : "shadow")\n"
                + "    when: \(when.replacing("N", with: "\(written)"))  # too many?\n    then: [delete, { warn: stop it }]"
        }
    }

    /// A message, with the rules that are to act on it if the clan's moderators are right.
    struct Post {
        var message: Message
        var offences: Set<String> = []
    }

    static let me: UserID = 900
    private static let moderator: UserID = 199
    static let channels = [Channel(id: 211, clan: .test, label: "general"), Channel(id: 212, clan: .test, label: "random")]
    static let people = (101...130).map { Author(id: UserID(Int64($0)), username: "user\($0)") }
    static let members = people.map { Member(clan: .test, user: $0.id) }
    private static let start = Date(timeIntervalSince1970: 1_767_787_200)  // Wednesday, 7 January 2026, 12:00 UTC.
    /// The shares of judgements that moderators get wrong: what they overlook, and what they remove for other reasons.
    private static let overlooked = 0.1
    private static let mistaken = 0.005

    private(set) var rules: [Rule]
    private var random: SplitMix64
    private var ids = SnowflakeSequence(node: 6)
    private var now = start

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        func rule(_ id: String, _ hidden: ClosedRange<Int>, _ when: String, isEnforced: Bool = false, isStrict: Bool) -> Rule {
            let number = Int.random(in: hidden, using: &random)
            let share = isStrict ? Double.random(in: 0.4...0.7, using: &random) : Double.random(in: 1.4...2, using: &random)
            return Rule(
                id: id, written: max(1, Int((Double(number) * share).rounded())), hidden: number, isEnforced: isEnforced,
                when: when)
        }
        rules = [
            rule("long", 150...400, "{ text: { length: \"> N\" } }", isStrict: Bool.random(using: &random)),
            rule("emoji", 6...14, "{ emoji: { count: \"> N\" } }", isEnforced: true, isStrict: true),
            rule("mentions", 5...12, "{ mentions: { unique_users: \"> N\" } }", isEnforced: true, isStrict: false),
            rule("lines", 8...20, "{ text: { lines: \"> N\" } }", isStrict: Bool.random(using: &random)),
            rule("flood", 5...9, "{ flood: { count: \"> N\", within: 10s } }", isStrict: Bool.random(using: &random)),
            rule("run", 8...30, "{ all: [{ text: { contains: ha } }, { repeat_chars: { run: \"> N\" } }] }", isStrict: false),
        ]
        self.random = random
    }

    var text: String {
        let names = Self.channels.map { "\($0.label): \"\($0.id)\"" }.joined(separator: ", ")
        return """
            version: 1
            names: { channels: { \(names) } }
            defaults: { limits: { per_minute: 100000, per_day: 1000000 } }
            rules:
            \(rules.map(\.yaml).joined(separator: "\n"))

            """
    }

    /// - Throws: An error if the rules cannot be compiled.
    static func plan(_ text: String) throws -> CompiledConfiguration {
        let (plan, report) = CompiledConfiguration.check(
            texts: ["config.yaml": text], root: "config.yaml", registry: BotRegistry([]))
        guard let plan else { throw RandomClanError.unreadable(report.human()) }
        return plan
    }

    /// Writes the next messages, which moderators judge together: one, or a burst.
    mutating func posts() -> [Post] {
        now += Double(Int.random(in: 20...60, using: &random))
        guard let rule = rules.randomElement(using: &random), Double.random(in: 0..<1, using: &random) < 0.5 else {
            return [Post(message: message(words(Int.random(in: 3...40, using: &random))))]
        }
        let number = Int.random(in: max(1, rule.hidden * 3 / 10)...rule.hidden * 2, using: &random)
        let isOffence = number >= rule.hidden
        func post(_ text: String) -> Post { Post(message: message(text), offences: isOffence ? [rule.id] : []) }
        switch rule.id {
        case "long": return [post(words(number))]
        case "emoji": return [post("so " + String(repeating: "😀", count: number))]
        case "lines": return [post((0..<number).map { "\($0)" }.joined(separator: "\n"))]
        case "run": return [post("ha " + String(repeating: "x", count: number))]
        case "mentions":
            var mentioning = post("all of you")
            mentioning.message.mentions = Self.people.prefix(number).map { Mention(user: $0.id, range: TextRange(0, 0)) }
            return [mentioning]
        default:
            let first = message("one")
            return (0..<number).map { index in
                var post = Post(message: first, offences: index + 1 >= rule.hidden ? [rule.id] : [])
                post.message.id = MessageID(ids.next(at: now))
                post.message.content = Content("no \(index)")
                return post
            }
        }
    }

    /// The judgement of moderators about messages that stand: those that they remove. A burst is removed as a whole, or not at all.
    mutating func removals(among posts: [Post]) -> [NewEntry] {
        let isBad = posts.contains { !$0.offences.isEmpty }
        let isRemoved = Double.random(in: 0..<1, using: &random) < (isBad ? 1 - Self.overlooked : Self.mistaken)
        now += 30
        return isRemoved ? posts.map { removal(of: $0.message) } : []
    }

    /// Returns whether moderators undo a case because of a message.
    mutating func isUndone(_ post: Post) -> Bool {
        Double.random(in: 0..<1, using: &random) < (post.offences.isEmpty ? 1 - Self.overlooked : Self.mistaken)
    }

    private func removal(of message: Message) -> NewEntry {
        var wire = ApiChannelMessage(message)
        wire.code = MessageCode.remove.rawValue
        wire.senderID = Self.moderator.rawValue
        wire.updateTimeSeconds = UInt32(now.timeIntervalSince1970)
        var envelope = RtEnvelope()
        envelope.channelMessage = wire
        let removal = Removal(
            message: message.id, clan: message.clan, channel: message.channel, sender: Self.moderator, at: now)
        return NewEntry(event: .delete(removal), frame: envelope.wireBytes, receivedAt: now)
    }

    private mutating func message(_ text: String) -> Message {
        .make(
            text: text, in: Self.channels[Int.random(in: 0...1, using: &random)].id,
            by: Self.people[Int.random(in: Self.people.indices, using: &random)], id: MessageID(ids.next(at: now)), at: now)
    }

    /// A text of a number of characters in one line.
    private func words(_ count: Int) -> String {
        String(repeating: "a word or two ", count: count / 14 + 1).prefix(count - 1) + "."
    }
}
