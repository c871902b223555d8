import ChatModel
import Foundation
import MezonBotApp

#if canImport(Glibc)
    @preconcurrency import Glibc
#endif

/// Starts the bot repeatedly and ends it with signals at random moments.
struct ShutdownTrial {
    /// A stop, drawn at random.
    private struct Stop {
        var signal: Int32
        /// A Boolean value that indicates whether the bot is ready before.
        var isReady: Bool
        /// A Boolean value that indicates whether it runs with `--restart`.
        var isSupervised: Bool
        /// A signal that follows.
        var second: Int32?

        init(using random: inout SplitMix64) {
            signal = Bool.random(using: &random) ? SIGTERM : SIGINT
            isReady = Int.random(in: 0..<4, using: &random) > 0
            isSupervised = Int.random(in: 0..<4, using: &random) == 0
            guard isReady, Int.random(in: 0..<4, using: &random) == 0 else { return }
            second = Bool.random(using: &random) ? SIGTERM : SIGINT
        }
    }

    /// The time for an end after a second signal, and for programs after the end of the bot.
    private static let promptness = Duration.seconds(2)

    private let environment: SoakEnvironment
    private let limit: Duration
    private let time: SystemTime
    private let temporaryFiles: URL
    private var random: SplitMix64
    private var expectedFiles: Set<String> = []
    private(set) var figures = ShutdownFigures()

    /// Starts and stops the bot once: a new installation ignores earlier messages.
    init(_ environment: SoakEnvironment, limit: Duration, seed: UInt64, time: SystemTime) async throws {
        (self.environment, self.limit, self.time) = (environment, limit, time)
        random = SplitMix64(seed: seed)
        temporaryFiles = environment.folder.appending(path: "temporary")
        try FileManager.default.createDirectory(at: temporaryFiles, withIntermediateDirectories: true)
        try await start().end()
        expectedFiles = try files
    }

    private func start(waiting: Bool = true, flags: [String] = []) async throws -> ChildProcess {
        try await environment.startBot(waiting: waiting, flags: flags, environment: ["TMPDIR": temporaryFiles.path])
    }

    /// The files in the environment, by their relative paths.
    private var files: Set<String> {
        get throws { Set(try FileManager.default.subpathsOfDirectory(atPath: environment.folder.path)) }
    }

    /// Starts the bot, and stops it at a random moment.
    mutating func stop() async throws {
        let stop = Stop(using: &random)
        let bot = try await start(waiting: stop.isReady, flags: stop.isSupervised ? ["--restart"] : [])
        try await time.sleep(for: .milliseconds(Int.random(in: stop.isReady ? 0...800 : 0...500, using: &random)))
        kill(bot.pid, stop.signal)
        if let second = stop.second {
            try await time.sleep(for: .milliseconds(Int.random(in: 1...20, using: &random)))
            kill(bot.pid, second)
        }
        let began = time.uptime
        let limit = stop.second == nil ? limit : Self.promptness
        while bot.process.isRunning, time.uptime < began + limit { try await time.sleep(for: .milliseconds(2)) }
        figures.stops += 1
        figures.slowestSeconds = max(figures.slowestSeconds, (time.uptime - began) / .seconds(1))
        if stop.second != nil { figures.secondSignals += 1 }
        if bot.process.isRunning {
            figures.late += 1
            try report("did not end", stop)
            bot.kill()
        } else {
            try check(bot.process, stop)
        }
        try await checkProcesses(stop)
    }

    private mutating func check(_ process: Process, _ stop: Stop) throws {
        let status = process.terminationStatus
        if process.terminationReason == .uncaughtSignal {
            // A signal that comes before a handler is installed ends any process.
            if !stop.isReady, status == stop.signal { return figures.unheard += 1 }
        } else if status == 0 {
            let left = try files.subtracting(expectedFiles)
            figures.filesLeft += left.count
            if !left.isEmpty { try report("left \(left.sorted().joined(separator: ", "))", stop) }
            return
        } else if let second = stop.second, status == 128 + second {
            return figures.endedAtOnce += 1
        }
        figures.otherExitCodes += 1
        try report("ended with \(process.terminationReason == .uncaughtSignal ? "signal" : "code") \(status)", stop)
    }

    /// Looks for processes that the bot has left behind: its programs, and with `--restart` itself.
    private mutating func checkProcesses(_ stop: Stop) async throws {
        let end = time.uptime + Self.promptness
        while !processes.isEmpty, time.uptime < end { try await time.sleep(for: .milliseconds(2)) }
        let left = processes
        guard !left.isEmpty else { return }
        figures.processesLeft += left.count
        try report("left the processes \(left.map(\.description).joined(separator: ", "))", stop)
        for process in left { kill(process, SIGKILL) }
    }

    /// The processes that run in the folder of the environment, besides the gateway.
    private var processes: [Int32] {
        let folder = environment.folder.resolvingSymlinksInPath().path
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return all.compactMap(Int32.init).filter { process in
            process != environment.gateway.pid
                && (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/cwd")) == folder
        }
    }

    private func report(_ text: String, _ stop: Stop) throws {
        print("stop \(figures.stops) (\(stop)): \(text): \(try environment.botLog().suffix(2).joined(separator: " | "))")
    }

    /// Checks the answers, and what the bot has stored.
    ///
    /// - Parameter asked: The number of questions.
    mutating func finish(asked: Int, seenBy asker: ChatUser) async throws {
        let bot = try await start()
        let outcome = try await NumberedQuestions.settledOutcome(in: environment.channels, seenBy: asker, time)
        bot.end()
        let states = try await DeliveryStates(in: environment.dataFolder)
        (figures.asked, figures.lost) = (asked, outcome.lost + asked - outcome.asked)
        (figures.duplicates, figures.outOfOrder) = (outcome.doubled, outcome.outOfOrder)
        figures.storeErrors = states.unsent + states.repeated + states.outOfOrder + states.damage.count
    }
}
