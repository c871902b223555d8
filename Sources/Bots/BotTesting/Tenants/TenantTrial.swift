import BotConfiguration
package import BotKit
import ChatModel
import MezonBotApp

/// A randomized test in which many users act in several clans that share one bot. Counts content that becomes visible to users
/// who cannot read its source, and errors found by the acts.
package struct TenantTrial: Sendable {
    package struct Outcome: Sendable {
        package var acts: [String: Int] = [:]
        package var seen = 0
        package var shownElsewhere = 0
        package var leaks: [TenantOracle.Leak] = []
        package var tally = TenantTally()
        /// The errors found by acts, by their names.
        package var problems: [String: [String]] = [:]

        /// The number of lines that were heard on a real network; nil where there is none.
        package var heard: Int?

        package var isGood: Bool { heard != 0 && leaks.isEmpty && problems.isEmpty && shownElsewhere > 0 }
    }

    /// The kinds of acts with their relative frequencies.
    package static let acts: [(kind: any TenantAct.Type, weight: Int)] = [
        (SayAct.self, 60), (ChangeAct.self, 10), (WaitAct.self, 8), (OpenThreadAct.self, 2), (OffendAct.self, 6),
        (CommandAct.self, 10), (PressAct.self, 3), (LimitAct.self, 1),
    ]

    package var seed: UInt64
    package var acts: Int
    package var clans = 3
    package var channels = 50
    /// The number of restarts, spread evenly over the acts.
    package var restarts = 4
    /// Further rules, as items indented by two.
    package var rules = ""
    package var registry = BotRegistry([])

    /// The IRC server to which the links lead; one in this process where it is nil.
    package var server: IRCServerProcess.Kind?

    package init(seed: UInt64, acts: Int) {
        self.seed = seed
        self.acts = acts
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
        let stage = try await TenantStage(plan, compiled, network: network)
        var outcome = Outcome()
        for number in 1...acts {
            let isRestart = restarts > 0 && number.isMultiple(of: max(1, acts / (restarts + 1)))
            let kind = isRestart ? RestartAct.self : kind(using: &random)
            outcome.acts[kind.name, default: 0] += 1
            let problems = try await kind.init().perform(on: stage, using: &random)
            if !problems.isEmpty { outcome.problems[kind.name, default: []] += problems }
        }
        let problems = try await stage.audit()
        if !problems.isEmpty { outcome.problems["audit"] = problems }
        outcome.tally = stage.tally
        try await stage.end()
        outcome.heard = network?.heard
        (outcome.seen, outcome.shownElsewhere) = stage.oracle.counts
        outcome.leaks = stage.oracle.leaks
        return outcome
    }

    private func kind(using random: inout SplitMix64) -> any TenantAct.Type {
        var rest = Int.random(in: 0..<Self.acts.reduce(0) { $0 + $1.weight }, using: &random)
        for (kind, weight) in Self.acts {
            if rest < weight { return kind }
            rest -= weight
        }
        return Self.acts[0].kind
    }
}

/// The results of acts of moderators and of members who imitate them.
package struct TenantTally: Sendable, Hashable {
    /// Commands that were answered, and those that were not.
    package var answered = 0
    package var ignored = 0
    package var presses = 0
    /// Questions that a press has settled.
    package var settled = 0
    package var cases = 0
    package var undone = 0
    /// Messages that were counted towards a limit.
    package var counted = 0
}
