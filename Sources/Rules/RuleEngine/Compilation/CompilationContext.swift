import BotConfiguration
import ChatModel
import Recurrence

/// The context in which a part of a rule is read. It is passed down as a value: what holds for a part only is set in a copy.
struct CompilationContext {
    let configuration: Configuration
    let diagnostics: DiagnosticCollector
    let registry: RuleRegistry
    /// What the rules read so far require to be recorded.
    let requirements = RuleRequirements()
    /// The time zones, each looked up once.
    let zones = ZoneRulesCache()
    /// The global exemption. The exempt users and roles are moderators if the configuration names none.
    var exemption = RuleExemption.nobody

    /// What has been read of the current rule.
    private(set) var rule = RuleTally()
    /// The only clan in which the current rule applies; 0 if there is none or more than one.
    var clan: ClanID = 0
    /// The trigger kinds of the current rule.
    var triggers: Set<RuleTrigger.Kind> = []
    /// The ids of the triggers; empty outside of a rule.
    var triggerIDs: [String] = []
    /// The only channel that the rule names, which triggers without a channel of their own use.
    var onlyChannel: ChannelID?
    var hasFixedChannel: Bool { onlyChannel != nil }
    /// The kinds of match details that the current rule can produce, to check templates when they are read.
    var detailKinds: MatchDetails.Kinds = []
    /// The capture groups that the current rule's condition finds whenever it holds.
    var certainGroups: Set<String> = []
    /// The parts that may decide in the current rule; `nil` if its condition could not be read.
    var parts: [String]?

    /// The defined conditions that are being expanded.
    var expansion = DefinitionExpansion()
    /// A Boolean value that indicates whether the actions of a ladder are being read.
    var isOnLadder = false
    /// A Boolean value that indicates whether the actions of a repetition are being read.
    var isRepeated = false
    /// A Boolean value that indicates whether actions that need an approval are being read.
    var isDeferred = false
    /// The number of the rule's waits that do not precede the current actions.
    private var unrelatedWaits = 0

    var names: NameRegistry { configuration.names }
    /// A Boolean value that indicates whether a wait precedes the current action.
    var hasWaited: Bool { rule.waits > unrelatedWaits }

    init(_ configuration: Configuration, _ diagnostics: DiagnosticCollector, _ registry: RuleRegistry) {
        self.configuration = configuration
        self.diagnostics = diagnostics
        self.registry = registry
    }

    /// Returns the context of a new rule.
    func forRule(in clan: ClanID) -> CompilationContext {
        var context = self
        context.rule = RuleTally()
        context.clan = clan
        return context
    }

    /// Returns the context of a part that is read as if the rule had other triggers.
    func reading(as triggers: Set<RuleTrigger.Kind>) -> CompilationContext {
        var context = self
        context.triggers = triggers
        return context
    }

    /// Returns the context of actions that a number of the rule's latest waits do not precede.
    func disregarding(waits count: Int) -> CompilationContext {
        var context = self
        context.unrelatedWaits += count
        return context
    }

    /// Records the scope of a counter that a condition or an action names.
    func note(counter name: String, of scope: SubjectScope) {
        requirements.note(counter: name, of: scope)
        rule.note(counter: name, of: scope)
    }

    /// Records a sliding window that a condition reads.
    func watch(_ spec: WindowSpec) {
        requirements.watch(spec)
        rule.windows.insert(spec)
    }

    /// Reads a value, and returns whether it quotes the event's message.
    func reading<Result>(_ body: () -> Result) -> (Result, isQuoting: Bool) {
        let before = rule.quotations
        let result = body()
        return (result, rule.quotations > before)
    }
}
