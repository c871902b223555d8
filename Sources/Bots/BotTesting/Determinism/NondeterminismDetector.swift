import BotKit
import Synchronization

/// A detector of bots in a test clan that read the system's clock or random numbers instead of those of their context.
final class NondeterminismDetector: Sendable {
    private let order: ShuffledScheduler?
    private let places = Mutex<[NondeterminismExecutor]>([])

    /// Creates a detector.
    ///
    /// - Parameter order: The scheduler of the bots and of the application; nil for the system's.
    init(_ order: ShuffledScheduler?) { self.order = order }

    var executors: ExecutorProvider {
        let place: @Sendable (String) -> any BotExecutor = { [self] in self.place(of: $0) }
        guard let order else { return ExecutorProvider(place: place) }
        return ExecutorProvider(application: order, place: place)
    }

    /// Verifies that no bot has read nondeterministic values since the last check.
    ///
    /// - Throws: `TestClanError.nondeterministic` for the first bot that has.
    func check() throws {
        let found = places.withLock { $0 }.compactMap { place in place.takeReading().map { (place.bot, $0.words) } }
        guard let (bot, words) = found.first else { return }
        throw TestClanError.nondeterministic(bot: bot, what: words.name, instead: words.instead)
    }

    /// Returns the executor of a bot. After a restart the application's new bots use the existing executors.
    private func place(of bot: String) -> NondeterminismExecutor {
        places.withLock { places in
            if let place = places.first(where: { $0.bot == bot }) { return place }
            let place = NondeterminismExecutor(bot, in: order)
            places.append(place)
            return place
        }
    }
}
