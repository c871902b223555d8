import BotConfiguration
package import BotKit
import ChatModel
import MezonBotApp

/// A randomized test in which many users act in several clans that share one bot. Counts content that becomes visible to users
/// who cannot read its source, and errors found by the scenarios.
package struct TenantSoakRun: Sendable {
    package struct Outcome: Sendable {
        package var scenarios: [String: Int] = [:]
        package var seen = 0
        package var shownElsewhere = 0
        package var leaks: [TenantOracle.Leak] = []
        package var tally = TenantTally()
        /// The errors found by scenarios, by their names.
        package var problems: [String: [String]] = [:]

        /// The number of lines that were heard on a real network; nil where there is none.
        package var heard: Int?

        package var isGood: Bool { heard != 0 && leaks.isEmpty && problems.isEmpty && shownElsewhere > 0 }
    }

    /// The kinds of scenarios with their relative frequencies.
    package static let scenarios: [(kind: any TenantScenario.Type, weight: Int)] = [
        (MessageScenario.self, 60), (ChangeScenario.self, 10), (WaitScenario.self, 8), (OpenThreadScenario.self, 2),
        (OffendScenario.self, 6), (CommandScenario.self, 10), (PressScenario.self, 3), (LimitExhaustionScenario.self, 1),
    ]

    package var seed: UInt64
    package var scenarios: Int
    package var clans = 3
    package var channels = 50
    /// The number of restarts, spread evenly over the scenarios.
    package var restarts = 4
    /// Further rules, as items indented by two.
    package var rules = ""
    package var registry = BotRegistry([GossipBot.self])
    /// A change to the data directory before each scenario, to show that the test finds errors.
    package var interference: (@Sendable (_ folder: String) throws -> Void)?

    /// The IRC server to which the links lead; one in this process where it is nil.
    package var server: IRCServerProcess.Kind?

    package init(seed: UInt64, scenarios: Int) {
        self.seed = seed
        self.scenarios = scenarios
    }

    package func run() async throws -> Outcome {
        var random = SplitMix64(seed: seed)
        let plan = TenantPlan(clans: clans, channels: channels, using: &random)
        var network: TenantNetwork?
        if let server { network = try await TenantNetwork(server) }
        let configuration =
            network.map { plan.configuration(rules: rules, network: $0.settings) } ?? plan.configuration(rules: rules)
        let (compiled, report) = CompiledConfiguration.check(
            texts: ["config.yaml": configuration], root: "config.yaml", registry: registry)
        guard let compiled else { throw TestClanError.badRules(report.human()) }
        let environment = try await TenantEnvironment(plan, compiled, network: network)
        var outcome = Outcome()
        for number in 1...scenarios {
            let isRestart = restarts > 0 && number.isMultiple(of: max(1, scenarios / (restarts + 1)))
            let kind = isRestart ? RestartScenario.self : kind(using: &random)
            outcome.scenarios[kind.name, default: 0] += 1
            try interference?(environment.dataDirectory)
            let problems = try await kind.init().perform(in: environment, using: &random)
            if !problems.isEmpty { outcome.problems[kind.name, default: []] += problems }
        }
        let problems = try await environment.audit()
        if !problems.isEmpty { outcome.problems["audit"] = problems }
        outcome.tally = environment.tally
        try await environment.end()
        outcome.heard = network?.heard
        (outcome.seen, outcome.shownElsewhere) = environment.oracle.counts
        outcome.leaks = environment.oracle.leaks
        return outcome
    }

    private func kind(using random: inout SplitMix64) -> any TenantScenario.Type {
        var rest = Int.random(in: 0..<Self.scenarios.reduce(0) { $0 + $1.weight }, using: &random)
        for (kind, weight) in Self.scenarios {
            if rest < weight { return kind }
            rest -= weight
        }
        return Self.scenarios[0].kind
    }
}

/// The results of commands and presses of moderators and of members who imitate them.
package struct TenantTally: Sendable, Hashable {
    /// Commands that were answered, and those that were not.
    package var answered = 0
    package var ignored = 0
    package var presses = 0
    /// Questions that a press has settled.
    package var settled = 0
    package var cases = 0
    package var undone = 0
    /// Messages that the bot repeated.
    package var repeated = 0
    /// Messages that were counted towards a limit.
    package var counted = 0
}
