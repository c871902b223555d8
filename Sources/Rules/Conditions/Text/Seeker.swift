import TextMatching

/// Where needles and patterns are looked for.
protocol Seeker {
    /// Empty where nothing of the needle is left after folding.
    func add(_ needle: Needle) -> [Sought]
    func add(_ pattern: Pattern) -> [Sought]
}

/// Looks in certain texts of the event, together with everything else that rules look for there.
struct EventSeeker: Seeker {
    let readings: [Reading]
    let compilation: Compilation

    func add(_ needle: Needle) -> [Sought] { readings.compactMap { compilation.add(needle, in: $0) } }
    func add(_ pattern: Pattern) -> [Sought] { readings.map { compilation.add(pattern, in: $0) } }
}

/// Looks in texts that are handed to it one by one, such as the name of each attachment.
final class OwnSeeker: Seeker {
    private var builder = TextScanner.Builder()

    func add(_ needle: Needle) -> [Sought] { builder.add(needle).map { [.text(reading: 0, $0)] } ?? [] }
    func add(_ pattern: Pattern) -> [Sought] { [.text(reading: 0, builder.add(pattern))] }

    /// What finds all that was added so far.
    var scanner: TextScanner { builder.build() }
}
