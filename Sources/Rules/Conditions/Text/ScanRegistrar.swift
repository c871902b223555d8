import TextMatching

/// Where needles and patterns are looked for.
protocol ScanRegistrar {
    /// Empty where nothing of the needle is left after folding.
    func add(_ needle: Needle) -> [ScanKey]
    func add(_ pattern: Pattern) -> [ScanKey]
}

/// Looks in certain texts of the event, together with everything else that rules look for there.
struct EventScanRegistrar: ScanRegistrar {
    let readings: [TextSelector]
    let compilation: CompilationContext

    func add(_ needle: Needle) -> [ScanKey] { readings.compactMap { compilation.add(needle, in: $0) } }
    func add(_ pattern: Pattern) -> [ScanKey] { readings.map { compilation.add(pattern, in: $0) } }
}

/// Looks in texts that are handed to it one by one, such as the name of each attachment.
final class StandaloneScanRegistrar: ScanRegistrar {
    private var builder = TextScanner.Builder()

    func add(_ needle: Needle) -> [ScanKey] { builder.add(needle).map { [.text(reading: 0, $0)] } ?? [] }
    func add(_ pattern: Pattern) -> [ScanKey] { [.text(reading: 0, builder.add(pattern))] }

    /// What finds all that was added so far.
    var scanner: TextScanner { builder.build() }
}
