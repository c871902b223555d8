import BotConfig
import MezonModel
import Scheduling
import TextMatching

/// What compiling one set of rules shares: the names, the scanners that all conditions add to, and what was found wrong.
final class CompilationContext {
    let configuration: Configuration
    let findings: DiagnosticCollector
    /// What the rule that is being compiled can find, so that templates are checked when they are read.
    var finds: MatchDetails.Kinds = []
    /// The kinds of event that wake the rule that is being compiled.
    var triggers: Set<RuleTrigger.Kind> = []
    /// Whether they all happen in a channel that the rule names, where they bring none themselves.
    var isPlaced = false
    /// The one clan in which the rule that is being compiled holds; zero where there is none, or several.
    var clan: ClanID = 0
    /// Their ids; none outside a rule.
    var triggerIDs: [String] = []
    /// What may decide in the rule that is being compiled; nil where its condition could not be read.
    var parts: [String]?
    /// Defined conditions that are being expanded.
    var expansion = DefinitionExpansion()
    /// Whether somebody asks for links.
    var looksForLinks = false
    /// What happens lately and is asked for.
    private(set) var windows: Set<WindowSpec> = []
    /// Whose counters are, as the first rule says that names them, and as the rule does that is being compiled.
    private(set) var counterScopes: [String: SubjectScope] = [:]
    private(set) var ownCounterScopes: [String: SubjectScope] = [:]
    /// Whether somebody asks how many messages a person has written.
    var countsMessages = false

    /// Whether the actions of a ladder are compiled.
    var isOnLadder = false
    /// Whether actions are compiled that somebody has to agree to first.
    var isInQuestion = false
    /// Whether a wait stands before the action that is read.
    var hasWaited = false
    /// Ladders that some rule climbs: the mistakes of the others are looked for besides.
    var climbed: Set<String> = []
    /// Whom no rule sees: they moderate where the configuration names nobody.
    var exemption = RuleExemption.nobody
    /// Whether a rule writes to people directly.
    var writesDirectly = false
    /// How many of a person's last messages some rule asks for.
    var recentMessages = 0
    /// The number of templates so far that show something of what was said.
    private(set) var quotations = 0

    /// Each looked up once.
    let zones = ZoneRulesCache()
    private var readings: [TextSelector] = []
    private var scanners: [TextScanner.Builder] = []

    var names: NameRegistry { configuration.names }

    init(_ configuration: Configuration, _ findings: DiagnosticCollector) {
        self.configuration = configuration
        self.findings = findings
    }

    /// Reads something as if other events woke the rule.
    func reading<Result>(as triggers: Set<RuleTrigger.Kind>, _ body: () -> Result) -> Result {
        let all = self.triggers
        self.triggers = triggers
        defer { self.triggers = all }
        return body()
    }

    /// Begins another rule.
    func beginRule() {
        finds = []
        ownCounterScopes = [:]
    }

    /// Notes whose a counter is that a condition or an action names.
    func note(counter name: String, of scope: SubjectScope) {
        if counterScopes[name] == nil { counterScopes[name] = scope }
        if ownCounterScopes[name] == nil { ownCounterScopes[name] = scope }
    }

    /// Reads something; also says whether it shows anything of what was said.
    func reading<Result>(_ body: () -> Result) -> (Result, isQuoting: Bool) {
        let before = quotations
        let result = body()
        return (result, quotations > before)
    }

    func noteQuotation() { quotations += 1 }

    func watch(_ spec: WindowSpec) { windows.insert(spec) }

    func add(_ needle: Needle, in reading: TextSelector) -> ScanKey? {
        let place = self.place(of: reading)
        return scanners[place].add(needle).map { .text(reading: place, $0) }
    }

    func add(_ pattern: Pattern, in reading: TextSelector) -> ScanKey {
        let place = self.place(of: reading)
        return .text(reading: place, scanners[place].add(pattern))
    }

    /// What reads the texts of events for all rules at once.
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
