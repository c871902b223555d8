import ArgumentParser
import BotKit
import BotTesting
import ChatModel
import Foundation
import MezonBotApp
import Moderation
import Replay
import Storage

/// Compares backtests with clans that live through the same traffic under either set of rules.
struct BacktestSoak: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backtest",
        abstract: "Compare backtests with a clan that lives under the changed rules.",
        discussion: """
            Traffic happens in two clans, where whom the rules mute or remove is refused: one under some rules with floods, ladders, \
            waits, mutes, removals and bans, and with bots that count and mute, one under a random change of these rules. The \
            backtest of the change over the journal of the first clan has to list exactly what was decided otherwise or not \
            written in the second one. What the first one has refused is written in neither: the backtest has to say whose \
            messages are unknown for that reason.

            With --sliced, backtests of random edits of random rules are compared instead with the same backtests without slices, \
            in which every rule is decided twice: all differences and numbers have to be equal.
            """)

    @Option(help: "Events in each clan.")
    var events = 5000
    @Option(help: "Random changes of the rules.")
    var edits = 20
    @Option(help: "Number of the only change to compare, from 0 (default: all).")
    var only: Int?
    @Option(help: "Random edits of random rules of which slices are compared with the whole (default: none)")
    var sliced = 0
    @Option(help: "First random seed.")
    var seed: UInt64 = 1
    @Flag(help: "Print the figures as a JSON object.")
    var json = false

    private struct Figures: Encodable {
        var edits = 0
        var exact = 0
        var decisions = 0
        var unwritten = 0
        var consequences = 0
        var unknown = 0
        var withheld = 0
        var invocations = 0
        var seconds = 0.0
        var mistakes: [String] = []

        init() {}

        init(of verification: BacktestVerification, mistake: () -> String) {
            edits = 1
            exact = verification.isExact ? 1 : 0
            decisions = verification.expected.count
            unwritten = verification.unwritten.count
            invocations = verification.report.bots?.played ?? 0
            consequences = verification.differences.count { $0.certainty == .consequence }
            unknown = verification.report.total(.unknown)
            withheld = verification.withheld.count
            mistakes = verification.isExact ? [] : [mistake()]
        }

        static func += (sum: inout Figures, other: Figures) {
            sum.edits += other.edits
            sum.exact += other.exact
            sum.decisions += other.decisions
            sum.unwritten += other.unwritten
            sum.consequences += other.consequences
            sum.unknown += other.unknown
            sum.withheld += other.withheld
            sum.invocations += other.invocations
            sum.mistakes += other.mistakes
        }
    }

    private static let clan: ClanID = 1_900_000_000_000_000_001
    private static let channels = (11...14).map {
        Channel(id: ChannelID(1_900_000_000_000_000_000 + $0), clan: clan, label: "c\($0)")
    }
    private static let start = Date(timeIntervalSince1970: 1_767_787_200)

    func validate() throws {
        guard events > 0, edits > 0, sliced >= 0 else {
            throw ValidationError("--events and --edits must be at least 1, and --sliced at least 0")
        }
        guard only.map({ (0..<edits).contains($0) }) ?? true else {
            throw ValidationError("--only must be the number of a change, from 0 to \(edits - 1)")
        }
    }

    func run() async throws {
        IndependentTrials.keepFilesInMemory()
        if sliced > 0 { return try await compareSlices() }
        let time = SystemTime()
        let began = time.uptime
        let traffic = traffic()
        let base = Rules()
        let basePlan = try base.plan()
        let former = try await lived(basePlan, traffic)
        var random = SplitMix64(seed: seed)
        let changes = (0..<edits).map { (number: $0, rules: base.changed(&random)) }.filter { only ?? $0.number == $0.number }
        var figures = Figures()
        for result in try await IndependentTrials.results(
            of: changes,
            trial: { change in
                let plan = try change.rules.plan()
                let changed = try await lived(plan, traffic, like: former)
                let verification = try await BacktestVerification(
                    of: former, basePlan.rules, against: changed, plan.rules, botFactory: plan.botFactory)
                return Figures(of: verification, mistake: { Self.mistake(change.number, change.rules, verification) })
            })
        {
            figures += result
        }
        figures.seconds = (time.uptime - began) / .seconds(1)
        if json {
            print(try figures.json)
        } else {
            print(
                "edits \(figures.edits), exact \(figures.exact), decisions that differ \(figures.decisions), not written "
                    + "\(figures.unwritten), consequences \(figures.consequences), unknown \(figures.unknown), messages that the "
                    + "history lacks \(figures.withheld), bot invocations run \(figures.invocations), in \(figures.seconds.short) s"
            )
            for mistake in figures.mistakes { print(mistake) }
        }
        guard figures.exact == figures.edits else { throw ExitCode.failure }
        // One change need not have every kind of difference.
        guard only != nil || figures.unwritten > 0 && figures.withheld > 0 && figures.invocations > 0 else {
            throw ExitCode.failure
        }
    }

    /// Compares sliced backtests with whole ones, ten edits over each history.
    private func compareSlices() async throws {
        let (editsPerHistory, eventsPerHistory) = (10, 200)
        var sum = SlicedBacktestSoakRun.Outcome()
        let histories = (sliced + editsPerHistory - 1) / editsPerHistory
        for outcome in try await IndependentTrials.results(
            of: Array(0..<histories),
            trial: { number in
                var soak = SlicedBacktestSoakRun(seed: seed &+ UInt64(number))
                return try await soak.run(
                    events: eventsPerHistory, edits: min(editsPerHistory, sliced - number * editsPerHistory))
            })
        {
            sum += outcome
        }
        print(
            "edits \(sum.edits), equal \(sum.equal), with slices \(sum.sliced), differences \(sum.differences), consequences "
                + "\(sum.consequences), prevented \(sum.prevented)")
        for mistake in sum.mistakes.prefix(20) { print(mistake) }
        guard sum.equal == sum.edits, sum.sliced > 0, sum.prevented > 0 else { throw ExitCode.failure }
    }

    private func traffic() -> [NewEntry] {
        var traffic = TrafficGenerator(
            seed: seed, clan: Self.clan, channels: Self.channels, roles: [1_900_000_000_000_000_021], from: Self.start)
        return (0..<events).map { _ in traffic.next() }
    }

    private func lived(
        _ plan: CompiledConfiguration, _ traffic: [NewEntry], like other: RefusingClan.Outcome? = nil
    ) async throws -> RefusingClan.Outcome {
        var clan = try await RefusingClan(
            plan, as: 1_900_000_000_000_000_101, clan: Self.clan, channels: Self.channels,
            members: TrafficGenerator.people.map { Member(clan: Self.clan, user: $0.id, joinedAt: Self.start - 864_000) })
        return try await clan.live(traffic, like: other)
    }

    /// The change of rules, and the first decisions and messages about which the backtest is wrong.
    private static func mistake(_ number: Int, _ rules: Rules, _ verification: BacktestVerification) -> String {
        let mistakes = verification.mistakes
        let shown = mistakes.prefix(3).map { "  \($0)" }
        return (["edit \(number): \(rules), \(mistakes.count) mistakes"] + shown).joined(separator: "\n")
    }
}

/// The rules of both clans.
private struct Rules: CustomStringConvertible {
    var flood = 6
    var floodActions = "delete, { mute: { for: 10m, in: here } }"
    var links = 9
    var steps = "{ at: 2, then: [warn] }, { at: 4, then: [{ mute: { for: 20m, in: here } }] }, { at: 6, then: [kick] }"
    var rude = "warn"
    var hushed = "xin chào"
    var wait = "3m"
    var afterWait = "{ send: { to: one, text: \"still here?\" } }"

    var description: String {
        "flood > \(flood) [\(floodActions)], links >= \(links), rude [\(rude)], hushed '\(hushed)', wait \(wait) [\(afterWait)]"
    }

    /// Returns the rules with one or more changes, after most of which they do more against members than before.
    func changed(_ random: inout SplitMix64) -> Rules {
        var rules = self
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            switch Int.random(in: 0..<8, using: &random) {
            case 0: rules.flood = Int.random(in: 1...5, using: &random)
            case 1: rules.links = Int.random(in: 1...3, using: &random)
            case 2: rules.rude = "warn, { mute: { for: \(Int.random(in: 5...60, using: &random))m, in: clan } }"
            case 3:
                let actions = [
                    "warn, { stop: all }", "kick", "{ ban: { for: 1d } }", "{ run: { bot: hushing, command: \"*hush\" } }",
                ]
                rules.rude = actions[Int.random(in: 0..<actions.count, using: &random)]
            case 7: rules.hushed = Bool.random(using: &random) ? "never written" : "ok"
            case 4: rules.wait = "\(Int.random(in: 1...90, using: &random))m"
            case 5: rules.afterWait = "{ mute: { for: \(Int.random(in: 1...20, using: &random))m, in: here } }"
            default: rules.floodActions = "delete, { mute: { for: \(Int.random(in: 11...90, using: &random))m, in: here } }"
            }
        }
        return rules
    }

    func plan() throws -> CompiledConfiguration {
        let text = """
            version: 1
            names: { channels: { one: "1900000000000000011", log: "1900000000000000014" } }
            moderation: { channel: log }
            ladders: { standard: { counter: strikes, scope: user@clan, steps: [\(steps)] } }
            rules:
              - id: flood
                mode: enforce
                trigger: message
                when: { flood: { count: "> \(flood)", within: 60s, per: user } }
                then: [\(floodActions)]
              - id: links
                mode: enforce
                trigger: [message, edit]
                when: { links: { count: ">= \(links)" } }
                then: [{ escalate: { ladder: standard } }]
              - id: greeting
                mode: enforce
                trigger: message
                when: { text: { contains: hello } }
                then: [{ reply: hi }, { wait: \(wait) }, \(afterWait)]
              - id: rude
                mode: enforce
                trigger: message
                when: { text: { contains: "đồ ngu" } }
                then: [\(rude)]
              - id: hush
                mode: enforce
                trigger: message
                when: { text: { contains: "\(hushed)" } }
                then: [{ run: { bot: hushing, command: "*hush" } }]
              - { id: lucky, trigger: message, when: { text: { contains: ok } }, then: [{ react: "👍" }] }
            bots: { counting: { enabled_in: all }, hushing: { enabled_in: all, grants: [moderate] } }

            """
        let (plan, report) = CompiledConfiguration.check(
            texts: ["config.yaml": text], root: "config.yaml", registry: BotRegistry([CountingBot.self, HushingBot.self]))
        guard let plan else { throw ValidationError("the rules have errors: \(report)") }
        return plan
    }
}
