import BotConfig
import MezonModel
import Scheduling
import TextMatching

/// The state shared while one rule set is compiled: names, the scanners that all conditions add to, and diagnostics.
final class CompilationContext {
    let configuration: Configuration
    let findings: DiagnosticCollector
    let registry: RuleRegistry
    /// The kinds of match details that the current rule can produce, to check templates when they are read.
    var finds: MatchDetails.Kinds = []
    /// The trigger kinds of the current rule.
    var triggers: Set<RuleTrigger.Kind> = []
    /// A Boolean value that indicates whether the rule names a single channel, which triggers without a channel of their own use.
    var hasFixedChannel = false
    /// The only clan in which the current rule applies; 0 if there is none or more than one.
    var clan: ClanID = 0
    /// The ids of the triggers; empty outside of a rule.
    var triggerIDs: [String] = []
    /// The parts that may decide in the current rule; `nil` if its condition could not be read.
    var parts: [String]?
    /// The defined conditions that are being expanded.
    var expansion = DefinitionExpansion()
    /// A Boolean value that indicates whether any condition uses links.
    var looksForLinks = false
    /// The sliding windows that conditions use.
    private(set) var windows: Set<WindowSpec> = []
    /// The scopes of counters, from the first rule that names each. `ownCounterScopes` has those of the current rule.
    private(set) var counterScopes: [String: SubjectScope] = [:]
    private(set) var ownCounterScopes: [String: SubjectScope] = [:]
    /// A Boolean value that indicates whether any condition uses the number of a user's messages.
    var countsMessages = false

    /// A Boolean value that indicates whether the actions of a ladder are being compiled.
    var isOnLadder = false
    /// A Boolean value that indicates whether actions that need an approval are being compiled.
    var isDeferred = false
    /// A Boolean value that indicates whether a wait precedes the current action.
    var hasWaited = false
    /// The ladders that rules use. The others are checked separately.
    var climbed: Set<String> = []
    /// The global exemption. The exempt users and roles are moderators if the configuration names none.
    var exemption = RuleExemption.nobody
    /// A Boolean value that indicates whether any rule sends direct messages.
    var writesDirectly = false
    /// The largest number of a user's last messages that any rule uses.
    var recentMessages = 0
    /// The number of templates so far that quote the event's message.
    private(set) var quoteCount = 0

    /// The time zones, each looked up once.
    let zones = ZoneRulesCache()
    private var readings: [TextSelector] = []
    private var scanners: [TextScanner.Builder] = []

    var names: NameRegistry { configuration.names }

    init(_ configuration: Configuration, _ findings: DiagnosticCollector, _ registry: RuleRegistry) {
        self.configuration = configuration
        self.findings = findings
        self.registry = registry
    }

    /// Reads a value as if the rule had other triggers.
    func reading<Result>(as triggers: Set<RuleTrigger.Kind>, _ body: () -> Result) -> Result {
        let all = self.triggers
        self.triggers = triggers
        defer { self.triggers = all }
        return body()
    }

    /// Resets the state of the current rule.
    func beginRule() {
        finds = []
        ownCounterScopes = [:]
    }

    /// Records the scope of a counter that a condition or an action names.
    func note(counter name: String, of scope: SubjectScope) {
        if counterScopes[name] == nil { counterScopes[name] = scope }
        if ownCounterScopes[name] == nil { ownCounterScopes[name] = scope }
    }

    /// Reads a value, and returns whether it quotes the event's message.
    func reading<Result>(_ body: () -> Result) -> (Result, isQuoting: Bool) {
        let before = quoteCount
        let result = body()
        return (result, quoteCount > before)
    }

    func noteQuotation() { quoteCount += 1 }

    func watch(_ spec: WindowSpec) { windows.insert(spec) }

    func add(_ needle: Needle, in reading: TextSelector) -> ScanKey? {
        let place = self.place(of: reading)
        return scanners[place].add(needle).map { .text(reading: place, $0) }
    }

    func add(_ pattern: Pattern, in reading: TextSelector) -> ScanKey {
        let place = self.place(of: reading)
        return .text(reading: place, scanners[place].add(pattern))
    }

    /// Returns the scanner that reads the texts of events for all rules.
    func reader() -> EventTextScanner {
        EventTextScanner(readings: readings, scanners: scanners.map { $0.build() }, looksForLinks: looksForLinks)
    }

    private func place(of reading: TextSelector) -> Int {
        if let place = readings.firstIndex(of: reading) { return place }
        readings.append(reading)
        scanners.append(TextScanner.Builder())
        return readings.count - 1
    }
}
