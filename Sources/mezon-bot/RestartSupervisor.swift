import ArgumentParser
import Foundation
import Logging
import MezonModel
import MezonSocket
import UnixSignals

/// Runs the same command as a process of its own, and again whenever a signal brings that down: a trap in a bot, most of all.
///
/// What it was at is found in the journal by the next, and a message that brings it down again and again ends in the letters. It costs
/// nothing else: this process only waits.
struct RestartSupervisor {
    private static let mark = "MEZON_BOT_RESTARTS"

    let logger: Logger
    let time: any TimeSource
    /// One that lived so long is not counted with those before it.
    private let settled = Duration.seconds(60)
    /// As often in a row it is back at once: so often a message is tried before it ends in the letters.
    private let atOnce = 3

    /// Whether this process is the one that is started again.
    static var isWithin: Bool { ProcessInfo.processInfo.environment[mark] != nil }

    /// Ends this process in order once the one that started it is gone: its end of the pipe is closed by then.
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

    /// - Throws: `ExitCode`, with that of a process that ended by itself.
    func run() async throws -> Never {
        var pause = Backoff()
        var falls = 0
        var random = SystemRandomNumberGenerator()
        while true {
            let began = time.uptime
            let child = try await runOnce()
            guard child.terminationReason == .uncaughtSignal else { throw ExitCode(child.terminationStatus) }
            let lived = time.uptime - began
            falls = lived > settled ? 1 : falls + 1
            if falls == 1 { pause.reset() }
            // A house that falls at every start is not started in a circle.
            let delay = falls > atOnce ? pause.next(using: &random) : .zero
            logger.error(
                "The process was brought down, starting it again",
                metadata: ["process.signal": "\(child.terminationStatus)", "process.delay": "\(delay)"])
            try await time.sleep(for: delay)
        }
    }

    /// Hands every signal on, and returns once the process has ended.
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
