import BotKit
import Synchronization

/// A detector of bots in a test clan that read the system's clock or random numbers instead of those of their context.
final class NondeterminismDetector: Sendable {
    private let order: ShuffledScheduler?
    private let botExecutors = Mutex<[NondeterminismExecutor]>([])

    /// Creates a detector.
    ///
    /// - Parameter order: The scheduler of the bots and of the application; nil for the system's.
    init(_ order: ShuffledScheduler?) { self.order = order }

    var executors: ExecutorProvider {
        let executor: @Sendable (String) -> any BotExecutor = { [self] in self.executor(of: $0) }
        guard let order else { return ExecutorProvider(executor: executor) }
        return ExecutorProvider(application: order, executor: executor)
    }

    /// Verifies that no bot has read nondeterministic values since the last check.
    ///
    /// - Throws: `TestClanError.nondeterministic` for the first bot that has.
    func check() throws {
        let found = botExecutors.withLock { $0 }.compactMap { executor in executor.takeReading().map { (executor.bot, $0.words) }
        }
        guard let (bot, words) = found.first else { return }
        throw TestClanError.nondeterministic(bot: bot, what: words.name, instead: words.instead)
    }

    /// Returns the executor of a bot. After a restart the application's new bots use the existing executors.
    private func executor(of bot: String) -> NondeterminismExecutor {
        botExecutors.withLock { executors in
            if let executor = executors.first(where: { $0.bot == bot }) { return executor }
            let executor = NondeterminismExecutor(bot, in: order)
            executors.append(executor)
            return executor
        }
    }
}
