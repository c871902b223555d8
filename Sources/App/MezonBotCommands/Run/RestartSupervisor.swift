import ArgumentParser
import AsyncSupport
import ChatModel
import Foundation
import Logging
import MezonClient
import UnixSignals

/// Runs the same command as a child process and restarts it whenever a signal ends it, in particular a crash in a bot.
///
/// The next process resumes the work from the journal. An entry that repeatedly crashes the process becomes a dead letter. The
/// supervising process only waits.
struct RestartSupervisor {
    private static let mark = "MEZON_BOT_RESTARTS"

    let logger: Logger
    let time: any TimeSource
    /// The uptime after which earlier crashes are no longer counted.
    private let settled = Duration.seconds(60)
    /// The number of consecutive immediate restarts, equal to the attempts before an entry becomes a dead letter.
    private let atOnce = 3

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

    /// - Throws: `ExitCode` with the code of a child that exited on its own.
    func run() async throws -> Never {
        var pause = Backoff()
        var crashes = 0
        var random = SystemRandomNumberGenerator()
        while true {
            let began = time.uptime
            let child = try await runOnce()
            guard child.terminationReason == .uncaughtSignal else { throw ExitCode(child.terminationStatus) }
            let lived = time.uptime - began
            crashes = lived > settled ? 1 : crashes + 1
            if crashes == 1 { pause.reset() }
            // An application that crashes at every start is restarted with increasing delays.
            let delay = crashes > atOnce ? pause.next(using: &random) : .zero
            logger.error(
                "Process crashed, restarting",
                metadata: ["process.signal": "\(child.terminationStatus)", "process.delay": "\(delay)"])
            try await time.sleep(for: delay)
        }
    }

    /// Runs the child once and forwards signals to it. Returns after the child has ended.
    private func runOnce() async throws -> Process {
        let child = Process()
        child.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        child.arguments = Array(CommandLine.arguments.dropFirst())
        child.environment = ProcessInfo.processInfo.environment.merging([Self.mark: "1"]) { $1 }
        let lifeline = Pipe()
        child.standardInput = lifeline
        let (ended, end) = AsyncStream<Void>.makeStream()
        child.terminationHandler = { _ in end.finish() }
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup)
        try child.run()
        let pid = child.processIdentifier
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await signal in signals { kill(pid, signal.number) } }
            for await _ in ended {}
            group.cancelAll()
        }
        try lifeline.fileHandleForWriting.close()
        return child
    }
}
