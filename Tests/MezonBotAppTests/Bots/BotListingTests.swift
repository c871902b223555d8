import BotConfiguration
import BotKit
import ChatModel
import Foundation
import Testing

@testable import MezonBotApp
@testable import Storage

struct BotListingTests {
    private struct Tally: Bot {
        struct Options: BotOptions {
            var step = 1
            var title: String?
        }
        struct State: BotState { var count = 0 }
        static let manifest = Manifest("tally", "Counts.", needs: [.reply, .moderate])
        let options: Options
        var commands: [Command<Self>] {
            Command("tally add", "Counts one more", vi: "Đếm thêm") { (context, much: Int?) in [] }
        }
    }

    private struct Quiet: Bot {
        static let manifest = Manifest("quiet", "Says nothing.", needs: [.reply])
        let options: NoOptions
    }

    private let registry = BotRegistry([Quiet.self, Tally.self])
    private static let on = """
        version: 1
        names: { channels: { general: "11" }, clans: { lab: "9" } }
        bots: { tally: { enabled_in: [general, lab], grants: [moderate], http: { allow: [a.example.org] }, config: { step: 3 }, late: run } }

        """

    private func listing(_ text: String = Self.on, _ facts: BotFacts = BotFacts()) throws -> [BotListing] {
        let (compiled, report) = CompiledConfiguration.check(texts: ["c.yaml": text], root: "c.yaml", registry: registry)
        return try #require(compiled, "\(report.human())").listing(of: registry, facts)
    }

    private func facts() -> BotFacts {
        var facts = BotFacts()
        facts.sizes = [
            BotStateSize(bot: "tally", fingerprint: "old", values: 1, bytes: 20),
            BotStateSize(bot: "tally", fingerprint: nil, values: 2, bytes: 2028),
        ]
        let at = Date(timeIntervalSince1970: 0)
        facts.deadLetters = [
            DeadLetter(number: 1, sequence: 5, author: "bot:tally", reason: "it threw", tries: 1, at: at, state: .open),
            DeadLetter(
                number: 2, sequence: 8, author: "rule:x/bot:tally", reason: "lost\u{1B}[2J", tries: 1, at: at, state: .retried),
        ]
        return facts
    }

    @Test func `an enabled bot is listed with its permissions, state and dead letters`() throws {
        let bots = try listing(Self.on, facts())
        #expect(bots.map(\.name) == ["tally", "quiet"])
        #expect(
            bots.first
                == BotListing(
                    name: "tally", summary: "Counts.", isOn: true, places: ["#general", "all public channels of lab"],
                    runsLate: true,
                    needs: ["moderate", "reply"], grants: ["moderate"], reads: ["https://a.example.org"],
                    options: [
                        .init(name: "step", default: .integer(1), set: .string("3")), .init(name: "title", default: .null),
                    ],
                    clans: [], commands: [.init(usage: "*tally add [number]", summary: "Counts one more")],
                    memory: .init(values: 3, bytes: 2048, fingerprint: Tally.stateFingerprint, older: ["old"]),
                    openDeadLetters: 1,
                    lastFailure: .init(deadLetter: 2, entry: 8, at: Date(timeIntervalSince1970: 0), reason: "lost\u{1B}[2J")))
        #expect(bots.last?.isOn == false)
        #expect(bots.last?.memory == .init(values: 0, bytes: 0, fingerprint: nil, older: []))
    }

    @Test func `the bot table shows one line per bot, cut to the width of a terminal`() throws {
        let bots = try listing(Self.on, facts())
        #expect(
            bots.table(width: nil) == """
                BOT    CHANNELS                              PERMISSIONS      STATUS
                tally  #general, all public channels of lab  moderate, reply  1 dead letter
                quiet  off                                   reply
                """)
        #expect(
            bots.table(width: 50) == """
                BOT    CHANNELS         PERMISSIONS  STATUS
                tally  #general, all …  moderate, …  1 dead letter
                quiet  off              reply
                """)
    }

    @Test(arguments: [60, 100])
    func `the description of a bot fits the columns and contains no control characters`(width: Int) throws {
        var facts = facts()
        facts.suspended = ["tally": "it failed 10 times in a row, last: " + String(repeating: "a word ", count: 40)]
        let bot = try #require(try listing(Self.on, facts).first)
        let lines = bot.text(in: .gmt, width: width).split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= width })
        #expect(!bot.text(in: .gmt, width: nil).contains("\u{1B}"))
        #expect(lines.first == "tally: Counts.")
        let all = bot.text(in: .gmt, width: nil).split(separator: "\n")
        #expect(all.contains("  state       3 values, 2.0 KiB, type \(Tally.stateFingerprint); of an older type: old"))
        #expect(all.contains("  options     step: '3' (default: 1)"))
        #expect([bot].table(width: width).split(separator: "\n").allSatisfy { $0.count <= width })
    }

    @Test func `clans with settings of their own are told with their options`() throws {
        let bots = try listing(
            """
            version: 1
            names: { channels: { general: "11", games: "31" }, clans: { lab: "9", club: "8" } }
            bots: { tally: { enabled_in: [general], grants: [moderate], config: { step: 3 } } }
            clans:
              lab: { bots: { tally: { config: { title: Lab } } } }
              club: { bots: { quiet: { enabled_in: [games], late: run } } }

            """, facts())
        #expect(bots.map(\.isOn) == [true, true])
        let lines = bots.map {
            $0.text(in: .gmt, width: nil).split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        }
        #expect(lines[0].contains("channels the clans below only"))
        #expect(lines[0].contains("clan club has settings of its own"))
        #expect(lines[0].contains("channels #games, including missed events"))
        #expect(lines[1].contains("channels #general"))
        #expect(lines[1].contains("options step: '3' (default: 1)"))
        #expect(lines[1].contains("clan lab has settings of its own"))
        #expect(lines[1].contains("options title: 'Lab' (default: none)"))
        #expect(bots.table(width: nil).contains("#general, lab (own)"))
    }

    @Test func `in Vietnamese, with a prefix of its own, it is on nowhere without a plugin`() throws {
        let bots = try listing("version: 1\nbot: { locale: vi, prefix: \"!\" }\n")
        #expect(bots.map(\.isOn) == [false, false])
        #expect(bots.last?.commands == [.init(usage: "!tally add [số]", summary: "Đếm thêm")])
    }
}
