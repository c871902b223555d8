import BotConfiguration
import ChatModel

/// Plays events to rules until one shows what is claimed of them.
final class ExampleEventSearch {
    private let set: RuleSet
    private let names: NameRegistry
    /// The number of events that may still be played, so that loading takes no longer than usual.
    private var budget = 2000

    /// The events tried for one claim.
    private static let maxTrials = 200
    private static let maxCubes = 8

    init(_ set: RuleSet, names: NameRegistry) {
        self.set = set
        self.names = names
    }

    /// Returns an event that a rule acts on, for which a condition holds as well.
    ///
    /// - Parameters:
    ///   - cubes: The ways in which the claim can be shown.
    ///   - rules: The rules that see the event, in their order; by default the rule alone.
    ///   - isShown: Returns whether the outcomes of the rules show what is claimed.
    func example(
        of rule: CompiledRule, in cubes: [Cube], among rules: [CompiledRule] = [],
        isShown: ([RuleEvaluation.Outcome]) -> Bool
    ) -> ExampleEvent? {
        guard budget > 0 else { return nil }
        let alone = set.isolated(with: rule)
        let together = rules.isEmpty ? alone : set.isolated(with: rules)
        var trials = 0
        for trigger in rule.triggers {
            let builder = ExampleEventBuilder(rule: rule, trigger: trigger, prefix: set.policies.base.prefix)
            for cube in TriggerFacts.cubes(cubes, for: trigger.kind).prefix(Self.maxCubes) {
                for input in builder.inputs(cube) {
                    guard budget > 0, trials < Self.maxTrials else { return nil }
                    budget -= 1
                    trials += 1
                    let test = RuleTest(
                        name: "", given: input, expected: RuleTestExpectation(hit: true), position: rule.position)
                    let own = RuleTestRunner(set: alone, rule: rule, test: test, trigger: trigger).outcomes()
                    guard own.contains(where: { $0.rule == rule.id && $0.isAct }) else { continue }
                    let outcomes =
                        rules.isEmpty ? own : RuleTestRunner(set: together, rule: rule, test: test, trigger: trigger).outcomes()
                    guard isShown(outcomes) else { continue }
                    let channel = input.channel ?? rule.scope.exampleChannel
                    return ExampleEvent(input: input, trigger: trigger.kind, channel: channel.flatMap(names.name))
                }
            }
        }
        return nil
    }
}

extension RuleEvaluation.Outcome {
    /// A Boolean value that indicates whether the rule acts, because its condition holds or because it does not.
    var isAct: Bool { hit || part == "otherwise" }
}
