import AsyncSupport
package import ChatModel
package import Foundation

/// Runs commands as child processes, bounded in number, time and output.
package struct CommandRunner: Sendable {
    /// The limits of commands.
    package struct Limits: Sendable {
        package var concurrent = 4
        package var time: Duration = .seconds(60)
        package var outputBytes = 1 << 20
        /// The size of the beginning of the standard error that is kept.
        package var errorBytes = 16 << 10

        package init() {}
    }

    /// The executable of this process.
    package static var thisProgram: URL { URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath() }

    private let program: URL
    private let limits: Limits
    private let time: any TimeSource
    private let permits: AsyncSemaphore

    package init(program: URL, limits: Limits = Limits(), time: any TimeSource) {
        self.program = program
        self.limits = limits
        self.time = time
        permits = AsyncSemaphore(permits: limits.concurrent)
    }

    /// Runs a command to its end. The process is killed at a limit and when the task is cancelled.
    ///
    /// - Throws: `CancellationError`.
    package func run(_ command: ChildCommand) async throws -> ChildOutcome {
        try await permits.acquire()
        defer { permits.release() }
        let child = ChildProcess()
        let outcome = try await withTaskCancellationHandler {
            let limit = limits.time
            return try await withTimeout(limit, time: time) {
                try await child.run(program, command.arguments, limits)
            } onTimeout: {
                child.end()
                return .timedOut(after: limit)
            }
        } onCancel: {
            child.end()
        }
        // A cancelled command may have ended, killed, before the cancellation was noticed elsewhere.
        try Task.checkCancellation()
        return outcome
    }
}
