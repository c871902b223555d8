import BotConfiguration
import ChatModel
import PatternMatching

/// What the rules read so far require to be scanned, recorded and stored. One instance per compilation collects it.
final class RuleRequirements {
    /// A Boolean value that indicates whether any condition uses links.
    var looksForLinks = false
    /// A Boolean value that indicates whether any condition uses the number of a user's messages.
    var countsMessages = false
    /// A Boolean value that indicates whether any rule waits for an event.
    var awaitsEvents = false
    /// A Boolean value that indicates whether any rule sends direct messages.
    var writesDirectly = false
    /// A Boolean value that indicates whether any rule locks channels or slows them down.
    var restrictsChannels = false
    /// The largest number of a user's last messages that any rule uses.
    private(set) var recentMessages = 0
    /// The counters of which a template shows the highest counts.
    var leaderboards: Set<String> = []
    /// The ladders that rules use. The others are checked separately.
    var usedLadders: Set<String> = []
    /// The sliding windows that conditions use.
    private(set) var windows: Set<WindowSpec> = []
    /// The scopes of counters, from the first rule that names each.
    private(set) var counterScopes: [String: SubjectScope] = [:]
    /// The values of counters that trigger rules when they are reached from above.
    private(set) var falls: [String: Set<Comparison>] = [:]
    /// A Boolean value that indicates whether any condition uses the number of a user's cases.
    var countsCases = false
    /// The needles that are also searched for in other readings of a text, of which only those are made that may contain one of them.
    var entangledNeedles: Set<ScannedNeedle> = []
    private var selectors: [TextSelector] = []
    private var scanners: [TextScanner.Builder] = []

    func watch(_ spec: WindowSpec) { windows.insert(spec) }

    func keep(recentMessages count: Int) { recentMessages = max(recentMessages, count) }

    func note(counter name: String, of scope: SubjectScope) {
        if counterScopes[name] == nil { counterScopes[name] = scope }
    }

    func note(fallOf counter: String, to values: Comparison) { falls[counter, default: []].insert(values) }

    func add(_ needle: Needle, in reading: TextSelector) -> ScanKey? {
        let index = self.index(of: reading)
        if needle.isEntangled { entangledNeedles.insert(ScannedNeedle(reading: index, needle: needle)) }
        return scanners[index].add(needle).map { .text(reading: index, $0) }
    }

    func add(_ pattern: Pattern, in reading: TextSelector) -> ScanKey {
        let index = self.index(of: reading)
        return .text(reading: index, scanners[index].add(pattern))
    }

    /// Returns the scanner that reads the texts of events for all rules.
    func reader() -> EventTextScanner {
        EventTextScanner(selectors: selectors, scanners: scanners.map { $0.build() }, looksForLinks: looksForLinks)
    }

    private func index(of reading: TextSelector) -> Int {
        if let index = selectors.firstIndex(of: reading) { return index }
        selectors.append(reading)
        scanners.append(TextScanner.Builder())
        return selectors.count - 1
    }
}

/// A needle and the text in which it is searched for, by the text's index among those of the rules.
struct ScannedNeedle: Hashable {
    var reading: Int
    var needle: Needle
}
