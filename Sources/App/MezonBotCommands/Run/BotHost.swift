import AsyncSupport
import ChatModel
import Foundation
import Logging
import UnixSignals

/// Runs the bots of a process until a signal ends them.
struct BotHost: Sendable {
    let bots: [HostedBot]
    let time: any TimeSource
    let logger: Logger

    /// The documented time, after which the process ends although a call of the database has not returned.
    private static let maxShutdown: TimeInterval = 15
    private static let retryInterval = Duration.seconds(60)

    /// Runs the bots. The first signal shuts them down gracefully, the second one immediately; SIGHUP reloads their configurations.
    ///
    /// - Throws: `CommandError` if there is a single bot and it fails. Of several, one that fails is started again.
    func run() async throws {
        let ending = AsyncGate()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                if bots.count == 1 { try await bots[0].run(until: ending) } else { await runSeveral(until: ending) }
            }
            group.addTask {
                for await signal in await UnixSignalsSequence(trapping: .sigterm, .sigint) {
                    guard !ending.isOpen else { _exit(128 + signal.number) }
                    exit(after: Self.maxShutdown)
                    logger.info("Shutting down; a second signal exits immediately", metadata: ["process.signal": "\(signal)"])
                    ending.open()
                }
            }
            group.addTask {
                for await _ in await UnixSignalsSequence(trapping: .sighup) {
                    for bot in bots { await bot.reload() }
                }
            }
            try await group.next()
            group.cancelAll()
        }
    }

    private func runSeveral(until ending: AsyncGate) async {
        await withTaskGroup { group in
            for bot in bots {
                group.addTask {
                    while !ending.isOpen, !Task.isCancelled {
                        do {
                            return try await bot.run(until: ending)
                        } catch {
                            bot.reportFailure(error, retryingAfter: Self.retryInterval)
                        }
                        await wait(for: Self.retryInterval, orUntil: ending)
                    }
                }
            }
        }
    }

    private func wait(for interval: Duration, orUntil gate: AsyncGate) async {
        await withTaskGroup { group in
            group.addTask { try? await time.sleep(for: interval) }
            group.addTask { try? await gate.waitUntilOpen() }
            await group.next()
            group.cancelAll()
        }
    }

    private func exit(after delay: TimeInterval) {
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: delay)
            logger.error("The shutdown takes too long; the process ends, and the next start reads what was not stored")
            _exit(CommandError.ExitCode.failed.rawValue)
        }
    }
}

extension UnixSignal {
    var number: Int32 {
        switch self {
        case .sigint: SIGINT
        case .sighup: SIGHUP
        default: SIGTERM
        }
    }
}
