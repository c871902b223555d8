import ArgumentParser
import AsyncSupport
import ChatModel
import Foundation
import Logging
import MezonClient
import Synchronization
import UnixSignals

/// Runs the same command as a child process and restarts it whenever a signal ends it, in particular a crash in a bot.
///
/// The next process resumes the work from the journal. An entry that repeatedly crashes the process becomes a dead letter. The
/// supervising process only waits.
final class RestartSupervisor: Sendable {
    private static let mark = "MEZON_BOT_RESTARTS"

    private struct State {
        var child: Process?
        /// The signal that asks for the end.
        var ending: UnixSignal?
    }

    private let logger: Logger
    private let time: any TimeSource
    /// The uptime after which earlier crashes are no longer counted.
    private let settled = Duration.seconds(60)
    /// The number of consecutive immediate restarts, equal to the attempts before an entry becomes a dead letter.
    private let atOnce = 3
    private let state = Mutex(State())
    /// Opens when the end is asked for.
    private let ending = AsyncGate()

    init(logger: Logger, time: any TimeSource) {
        self.logger = logger
        self.time = time
    }

    /// A Boolean value that indicates whether this process is the supervised child.
    static var isSupervisedChild: Bool { ProcessInfo.processInfo.environment[mark] != nil }

    /// Ends this process gracefully once its parent has exited, which closes the pipe.
    static func followParent() {
        Thread.detachNewThread {
            var byte: UInt8 = 0
            while true {
                let count = read(STDIN_FILENO, &byte, 1)
                guard count > 0 || count < 0 && errno == EINTR else { break }
            }
            kill(getpid(), SIGTERM)
        }
    }

    /// - Throws: `ExitCode` with the code of a child that exited on its own, or was asked to.
    func run() async throws -> Never {
        // Received from the beginning to the end: no signal is lost between two children.
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup)
        throw try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for await signal in signals { self.forward(signal) } }
            defer { group.cancelAll() }
            return try await superviseChildren()
        }
    }

    /// Runs children until one exits on its own, or the end is asked for. Returns the exit code.
    private func superviseChildren() async throws -> ExitCode {
        var pause = Backoff()
        var crashes = 0
        var random = SystemRandomNumberGenerator()
        while true {
            let began = time.uptime
            let child = try await runOnce()
            guard child.terminationReason == .uncaughtSignal else { return ExitCode(child.terminationStatus) }
            if let signal = state.withLock({ $0.ending }) {
                // A signal that comes before the child listens to signals ends it.
                return ExitCode(child.terminationStatus == signal.number ? 0 : 128 + child.terminationStatus)
            }
            let lived = time.uptime - began
            crashes = lived > settled ? 1 : crashes + 1
            if crashes == 1 { pause.reset() }
            // An application that crashes at every start is restarted with increasing delays.
            let delay = crashes > atOnce ? pause.next(using: &random) : .zero
            logger.error(
                "Process crashed, restarting",
                metadata: ["process.signal": "\(child.terminationStatus)", "process.delay": "\(delay)"])
            try await withTimeout(delay, time: time) { [ending] in
                try await ending.waitUntilOpen()
            } onTimeout: {
            }
            if ending.isOpen { return .success }
        }
    }

    /// Sends a signal to the child, or to the next one if it asks for the end.
    private func forward(_ signal: UnixSignal) {
        state.withLock { state in
            if signal != .sighup { state.ending = state.ending ?? signal }
            if let child = state.child, child.isRunning { kill(child.processIdentifier, signal.number) }
        }
        if signal != .sighup { ending.open() }
    }

    /// Runs the child once. Returns after it has ended.
    private func runOnce() async throws -> Process {
        let child = Process()
        child.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        child.arguments = Array(CommandLine.arguments.dropFirst())
        child.environment = ProcessInfo.processInfo.environment.merging([Self.mark: "1"]) { $1 }
        let lifeline = Pipe()
        child.standardInput = lifeline
        let (ended, end) = AsyncStream<Void>.makeStream()
        child.terminationHandler = { _ in end.finish() }
        try state.withLock { state in
            if state.ending != nil { throw ExitCode.success }
            try child.run()
            state.child = child
        }
        for await _ in ended {}
        state.withLock { $0.child = nil }
        try lifeline.fileHandleForWriting.close()
        return child
    }
}
