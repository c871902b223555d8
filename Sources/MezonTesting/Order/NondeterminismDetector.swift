import BotKit
import Synchronization

/// Sees which bots of a test clan read the machine's clock or chance past their context.
final class NondeterminismDetector: Sendable {
    private let order: ShuffledScheduler?
    private let places = Mutex<[NondeterminismExecutor]>([])

    /// - Parameter order: in which they run, and with them the house; nil for that of the machine.
    init(_ order: ShuffledScheduler?) { self.order = order }

    var grounds: ExecutorProvider {
        let place: @Sendable (String) -> any BotExecutor = { [self] in self.place(of: $0) }
        guard let order else { return ExecutorProvider(place: place) }
        return ExecutorProvider(house: order, place: place)
    }

    /// - Throws: `TestClanError.readsMachine` for the first bot that has since the last time.
    func check() throws {
        let found = places.withLock { $0 }.compactMap { place in place.takeReading().map { (place.bot, $0.words) } }
        guard let (bot, words) = found.first else { return }
        throw TestClanError.readsMachine(bot: bot, what: words.name, instead: words.instead)
    }

    /// A house that starts again has new bots in the old places.
    private func place(of bot: String) -> NondeterminismExecutor {
        places.withLock { places in
            if let place = places.first(where: { $0.bot == bot }) { return place }
            let place = NondeterminismExecutor(bot, in: order)
            places.append(place)
            return place
        }
    }
}
