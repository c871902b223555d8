import BotConfiguration
import ChatModel

/// Proves of compiled rules what their authors surely did not mean: that they never act, never hold, always hold, or that one makes
/// another useless. What is not certain is not said, and what can be seen in an event is said only once an event has shown it.
struct ProofReview {
    private let set: RuleSet
    private let rules: [Reviewed]
    private let configuration: Configuration

    init(_ set: RuleSet, _ configuration: Configuration) {
        self.set = set
        self.configuration = configuration
        rules = Reviewed.all(of: set.rules, configuration.rules).filter { $0.rule.mode != .disabled }
    }

    func findings() -> [ProofFinding] {
        let findings = ProofCollector()
        let search = ExampleEventSearch(set, names: configuration.names)
        let hasOtherNetworks = !configuration.connections.isEmpty
        let regions = rules.map { RuleRegion($0.rule, hasOtherNetworks: hasOtherNetworks) }
        for (reviewed, region) in zip(rules, regions) {
            RuleProof(region: region, reviewed: reviewed, search: search, findings: findings).review()
        }
        let pairs = Array(zip(rules, regions))
        RulePairProof(pairs, ladders: configuration.ladders.all, search: search, findings: findings).run()
        TriggerCycleProof(pairs, ladders: configuration.ladders.all, set: set, findings: findings).run()
        return findings.all
    }
}
