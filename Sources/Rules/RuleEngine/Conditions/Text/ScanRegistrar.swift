import PatternMatching

/// A type that registers needles and patterns to be searched for.
protocol ScanRegistrar {
    /// Adds a needle. Returns an empty array if folding leaves nothing of it.
    func add(_ needle: Needle) -> [ScanKey]
    func add(_ pattern: Pattern) -> [ScanKey]
}

/// Registers searches in certain texts of the event, combined with the searches of all other rules in those texts.
struct EventScanRegistrar: ScanRegistrar {
    let selectors: [TextSelector]
    let requirements: RuleRequirements
    let rule: RuleTally

    init(selectors: [TextSelector], _ compilation: CompilationContext) {
        self.selectors = selectors
        requirements = compilation.requirements
        rule = compilation.rule
    }

    func add(_ needle: Needle) -> [ScanKey] { selectors.compactMap { requirements.add(needle, in: $0) } }
    func add(_ pattern: Pattern) -> [ScanKey] {
        if !pattern.groups.keys.isEmpty {
            let reader = CaptureReader(pattern)
            rule.captures += selectors.map { TextCapture(selector: $0, reader: reader) }
        }
        return selectors.map { requirements.add(pattern, in: $0) }
    }
}

/// Registers searches in texts that are scanned one by one, such as the name of each attachment.
final class StandaloneScanRegistrar: ScanRegistrar {
    private var builder = TextScanner.Builder()

    func add(_ needle: Needle) -> [ScanKey] { builder.add(needle).map { [.text(reading: 0, $0)] } ?? [] }
    func add(_ pattern: Pattern) -> [ScanKey] { [.text(reading: 0, builder.add(pattern))] }

    /// A scanner for everything added so far.
    var scanner: TextScanner { builder.build() }
}
