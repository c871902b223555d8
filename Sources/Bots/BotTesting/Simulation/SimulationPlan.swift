import BotConfiguration
import BotKit
import ChatModel
import Foundation
import MezonBotApp
import MezonTestGateway

/// The clan, the rules and the steps of a simulation.
package struct SimulationPlan: Sendable {
    static let bot: UserID = 900
    static let clan = Clan(id: 1, name: "clan")
    static let start = TenantPlan.start
    private static let owner: UserID = 901
    private static let userCount = 4
    /// The channels in which users write. The others are for copies, for delayed messages, and for a schedule.
    static let talkChannels = 0..<4
    private static let names = ["a", "b", "c", "d", "copies", "later", "clock"]

    /// The channels whose messages have causes in several channels, between which there is no order.
    static let unorderedChannels = 4..<7
    /// The channel of copies, which follow the edits of their messages.
    static let copyChannel = 4
    /// The text that an edit appends.
    static func mark(ofEdit number: Int) -> String { ", edit \(number)" }
    static var editMark: Regex<Substring> { /, edit [0-9]+/ }
    /// The channel of the schedule's messages.
    static let scheduleChannel = 6

    package let seed: UInt64
    package var steps: [SimulationStep]

    /// Draws the steps of a seed.
    ///
    /// - Parameter length: The number of steps.
    package init(seed: UInt64, length: Int = 40) {
        self.seed = seed
        var random = SplitMix64(seed: seed)
        steps = (1...max(1, length)).map { Self.step($0, using: &random) }
    }

    static func channel(_ number: Int) -> Channel {
        Channel(id: ChannelID(Int64(10_000 + number)), clan: clan.id, label: names[number])
    }

    static var channels: [Channel] { names.indices.map(channel) }

    static func name(ofChannel number: Int) -> String { "#\(names[number])" }

    static func user(_ number: Int) -> UserID { UserID(Int64(1000 + number)) }

    private static let words = ["question", "question", "question", "copy", "again", "talk", "count", "count", "bad", "hello"]

    private static func step(_ number: Int, using random: inout SplitMix64) -> SimulationStep {
        let channel = Int.random(in: talkChannels, using: &random)
        let user = Int.random(in: 0..<userCount, using: &random)
        switch Int.random(in: 0..<100, using: &random) {
        case ..<52: return .say(user: user, channel: channel, word: words.randomElement(using: &random)!, number: number)
        case ..<54: return .react(user: user, channel: channel)
        case ..<58: return .edit(user: user, channel: channel, number: number)
        case ..<67: return .wait(seconds: [1, 5, 20, 60, 120].randomElement(using: &random)!)
        default: return .fault(fault(channel, using: &random))
        }
    }

    private static func fault(_ channel: Int, using random: inout SplitMix64) -> SimulationStep.Fault {
        let after = Int.random(in: 1...3, using: &random)
        switch Int.random(in: 0..<14, using: &random) {
        case 0, 1: return .send(after: after, .lostAcknowledgement)
        case 2: return .send(after: after, .lost)
        case 3: return .send(after: after, [.unavailable, .rateLimited(after: .seconds(3))].randomElement(using: &random)!)
        case 4: return .killAtSend(after: after, isSent: Bool.random(using: &random))
        case 5: return .killAtCommit(after: after)
        case 6: return .restart(isKilled: Bool.random(using: &random))
        case 7: return Bool.random(using: &random) ? .disconnect : .halfOpen
        case 8, 9: return .connect
        case 10: return Bool.random(using: &random) ? .hold(channel: channel) : .release
        // A wait of five hours must not end because the clock has been wrong in one direction and then in the other.
        case 11: return .setClock(wrongByHours: Int.random(in: -2...2, using: &random))
        case 12: return .storm(connections: Int.random(in: 2...6, using: &random))
        default: return .duplicate(after)
        }
    }

    /// The same plan without faults, whose outcome has to be the same.
    var withoutFaults: SimulationPlan {
        var plan = self
        plan.steps.removeAll(where: \.isFault)
        return plan
    }

    var gateway: GatewaySeed {
        GatewaySeed(
            clans: [
                GatewaySeed.Clan(
                    id: Self.clan.id, name: Self.clan.name, owner: Self.owner,
                    members: [Self.bot, Self.owner] + (0..<Self.userCount).map(Self.user),
                    channels: Self.channels.map { GatewaySeed.Channel(id: $0.id, label: $0.label) },
                    roles: [.init(id: 600, title: "bot", permissions: [.deleteMessage], members: [Self.bot])])
            ],
            people: [.init(id: Self.bot, name: "mezon-bot", isApp: true), .init(id: Self.owner, name: "owner")]
                + (0..<Self.userCount).map { .init(id: Self.user($0), name: "user\($0)") })
    }

    /// Compiles rules that keep state, wait, and write to other channels. All of them run late, so that recovered messages have the
    /// same effects.
    static func compiled() throws -> CompiledConfiguration {
        let limits = "limits: { per_minute: 1000000, per_day: 10000000, per_person: 1000000 }"
        func rule(_ word: String, on trigger: String = "message", _ then: String) -> String {
            // History has only the last version of a message.
            """
              - { id: \(word), trigger: \(trigger), mode: enforce, late: run, \(limits), when: { text: { matches: '^\(word) [0-9]+(, edit [0-9]+)?$' } },
                  then: \(then) }
            """
        }
        let brake = "{ per_minute: 1000000, per_hour: 1000000, per_command: 1000000, in_row: 1000000 }"
        let text = """
            version: 1
            send: { brake: \(brake) }
            names: { channels: { \(channels.map { "\($0.label): \"\($0.id)\"" }.joined(separator: ", ")) } }
            rules:
            \(rule("question", #"[{ reply: "answer to {{ message.text }}" }]"#))
            \(rule("copy", on: "[message, edit]", "[{ relay: { to: [copies] } }]"))
            \(rule("bad", "[delete]"))
            \(rule("again", #"[{ repeat: { times: 2, every: 20s, then: [{ send: { to: later, text: "{{ message.text }}" } }] } }]"#))
            \(rule("talk", #"[{ wait: { for: 5h, until: message } }, { reply: "heard {{ vars.answer }} after {{ message.text }}" }]"#))
            \(rule("count", "[{ counter: { add: { name: hits, scope: channel } } }, { reply: \"{{ counters.hits }} at {{ message.text }}\" }]"))
              - id: flood
                trigger: message
                mode: enforce
                late: run
                \(limits)
                when: { flood: { of: message, count: 4, within: 10s, per: user+channel } }
                then: [{ reply: "too fast at {{ message.text }}" }]
              - id: tick
                trigger: { schedule: { cron: "*/5 * * * *", tz: UTC, missed: { policy: fire_all, max: 100 } } }
                then: [{ send: { to: clock, text: "tick {{ event.time | time }}" } }]
            """
        let (compiled, report) = CompiledConfiguration.check(
            texts: ["config.yaml": text], root: "config.yaml", registry: BotRegistry([]))
        guard let compiled else { throw TestClanError.badRules(report.human()) }
        return compiled
    }
}
