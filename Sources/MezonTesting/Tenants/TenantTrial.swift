import BotConfig
package import BotKit
import MezonBot
import MezonModel

/// A randomized test in which many users act in several clans that share one bot. Counts content that becomes visible to users
/// who cannot read its source, and errors found by the acts.
package struct TenantTrial: Sendable {
    package struct Outcome: Sendable {
        package var acts: [String: Int] = [:]
        package var seen = 0
        package var shownElsewhere = 0
        package var leaks: [TenantOracle.Leak] = []
        /// The errors found by acts, by their names.
        package var problems: [String: [String]] = [:]

        package var isGood: Bool { leaks.isEmpty && problems.isEmpty && shownElsewhere > 0 }
    }

    /// The kinds of acts with their relative frequencies.
    package static let acts: [(kind: any TenantAct.Type, weight: Int)] = [
        (SayAct.self, 80), (ChangeAct.self, 12), (WaitAct.self, 6), (OpenThreadAct.self, 2),
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

    package init(seed: UInt64, acts: Int) {
        self.seed = seed
        self.acts = acts
    }

    package func run() async throws -> Outcome {
        var random = SplitMix64(seed: seed)
        let plan = TenantPlan(clans: clans, channels: channels, using: &random)
        let (compiled, report) = CompiledConfiguration.check(
            texts: ["config.yaml": plan.configuration(rules: rules)], root: "config.yaml", registry: registry)
        guard let compiled else { throw TestClanError.badRules(report.human()) }
        let stage = try await TenantStage(plan, compiled)
        var outcome = Outcome()
        for number in 1...acts {
            let isRestart = restarts > 0 && number.isMultiple(of: max(1, acts / (restarts + 1)))
            let kind = isRestart ? RestartAct.self : kind(using: &random)
            outcome.acts[kind.name, default: 0] += 1
            let problems = try await kind.init().perform(on: stage, using: &random)
            if !problems.isEmpty { outcome.problems[kind.name, default: []] += problems }
        }
        (outcome.seen, outcome.shownElsewhere) = stage.oracle.counts
        outcome.leaks = stage.oracle.leaks
        try await stage.end()
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
