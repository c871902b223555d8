import BotConfiguration
import Foundation
import Testing

@testable import RuleEngine

/// Compares what is proven of random rules with what the engine does.
@Suite struct RandomRulesTests {
    /// The number of rule sets; `PROOF_SETS=500 swift test --filter RandomRulesTests` runs the whole trial.
    private static let sets = ProcessInfo.processInfo.environment["PROOF_SETS"].flatMap { Int($0) } ?? 8
    private static let events = ProcessInfo.processInfo.environment["PROOF_EVENTS"].flatMap { Int($0) } ?? 40

    @Test func `no event contradicts what is proven of random rules`() throws {
        var counts: [String: Int] = [:]
        // Of the rules of which nothing is said, the oracle makes most act: it would find what contradicts a finding.
        var (silent, acting) = (0, 0)
        for seed in 0..<UInt64(Self.sets) {
            var random = RandomRules(seed: seed)
            let text = random.text()
            let reviewed = try ReviewedRules(text)
            let oracle = ProofOracle(set: reviewed.set, events: Self.events, seed: seed)
            for finding in reviewed.findings {
                counts[finding.diagnostic.code, default: 0] += 1
                let found = oracle.counterexample(to: finding.claim)
                #expect(found == nil, "seed \(seed): \(finding.diagnostic)\n\(String(describing: found))\n\(text)")
            }
            let reported = Set(reviewed.findings.map(\.diagnostic.position.line))
            for rule in reviewed.set.rules where !reported.contains(rule.position.line) {
                silent += 1
                if oracle.counterexample(to: .neverActs(rule)) != nil { acting += 1 }
            }
        }
        #expect(counts.values.reduce(0, +) >= Self.sets, "\(counts)")
        #expect(acting * 10 >= silent * 7, "\(acting) of \(silent)")
    }
}
