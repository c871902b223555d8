import ChatModel
import Foundation
import MezonBotApp

/// Faults on the files of a bot's data directory: during its start, and while it answers questions.
struct FileFaultTrial {
    private let environment: SoakEnvironment
    private let asker: ChatUser
    private let control: FileFaultControl
    private let time = SystemTime()
    private var bot: ChildProcess?
    private var question = 0
    /// The length of the bot's log before its current life.
    private var logged = 0

    private(set) var figures = FileFaultFigures()
    private(set) var failures: [String] = []

    init(_ environment: SoakEnvironment, asker: ChatUser) throws {
        self.environment = environment
        self.asker = asker
        control = try FileFaultControl(for: environment.dataFolder, in: environment.folder)
    }

    /// The lines that the bot has logged in its current life.
    private var log: [Substring] { get throws { try Array(environment.botLog().dropFirst(logged)) } }

    private mutating func fail(_ text: String) {
        failures.append(text)
        print(text)
    }

    // MARK: - Starts

    /// Starts the bot a number of times with a fault at another operation of the start each time.
    mutating func failStarts(_ starts: Int) async throws {
        try await start()
        let operations = try control.operations
        figures.operationsOfStart = operations
        stop("without a fault")
        for number in 0..<starts {
            let fault = FileFault.allCases[number % FileFault.allCases.count]
            let operation = 1 + operations * UInt64(number) / UInt64(starts)
            try await failStart(fault, at: operation)
        }
    }

    private mutating func failStart(_ fault: FileFault, at operation: UInt64) async throws {
        let place = "\(fault) at operation \(operation) of a start"
        try control.reset()
        try control.order(fault, at: operation)
        let isStarted = try await start(orderedIn: fault.duration)
        if try control.failures > 0 { figures.faultsOfStarts += 1 }
        try control.withdraw()
        if isStarted {
            try await ask(1)
            stop(place)
        } else {
            try noteRefusal(place)
        }
    }

    /// Starts the bot. Returns false if it ends before it is ready.
    ///
    /// - Parameter duration: The time after which the fault is withdrawn.
    @discardableResult
    private mutating func start(orderedIn duration: Duration? = nil) async throws -> Bool {
        logged = try environment.botLog().count
        do {
            let withdrawal = Task { [control = Control(control), time] in
                guard let duration else { return }
                while try control.value.failures == 0 { try await time.sleep(for: .milliseconds(5)) }
                try await time.sleep(for: duration)
                try control.value.withdraw()
            }
            defer { withdrawal.cancel() }
            bot = try await environment.startBot(environment: control.environment)
            return true
        } catch SoakEnvironment.Failure.notReady {
            return false
        }
    }

    private struct Control: @unchecked Sendable {  // A file, which any thread may read and write.
        let value: FileFaultControl
        init(_ value: FileFaultControl) { self.value = value }
    }

    private mutating func noteRefusal(_ place: String) throws {
        let lines = try log
        figures.refusedStarts += 1
        if lines.contains(where: Self.isTrap) {
            figures.traps += 1
            fail("\(place): trapped: \(lines.suffix(3).joined(separator: " | "))")
        } else if lines.isEmpty || lines.last?.contains("cannot") == false && lines.last?.contains("disk") == false {
            fail("\(place): ended without words: \(lines.suffix(2).joined(separator: " | "))")
        }
    }

    private static func isTrap(_ line: Substring) -> Bool {
        line.contains("Fatal error") || line.contains("Process crashed") || line.contains("crashed:")
    }

    // MARK: - Questions

    /// Lets files fail while the bot answers questions.
    mutating func failWhileAnswering(_ faults: Int) async throws {
        try control.reset()
        try await start()
        for number in 0..<faults {
            let fault = FileFault.allCases[number % FileFault.allCases.count]
            try await fail(fault, at: UInt64(1 + number))
            if number % 25 == 24 { try await settle("after \(number + 1) faults") }
        }
        try await settle("after all faults")
        stop("after all faults")
    }

    private mutating func fail(_ fault: FileFault, at operation: UInt64) async throws {
        let before = try control.failures
        // A fault every 500 operations would take long: the place in the sequence of a question's operations is what differs.
        try control.order(fault, at: 1 + operation % 97)
        let limit = time.uptime + .seconds(3)
        while try control.failures == before, time.uptime < limit, bot?.process.isRunning == true { try await ask(1) }
        if let duration = fault.duration {
            let end = time.uptime + duration
            while time.uptime < end { try await ask(1) }
        } else {
            while try control.isOrdered, time.uptime < limit, bot?.process.isRunning == true { try await ask(1) }
        }
        if try control.failures > before { figures.faults += 1 }
        try control.withdraw()
        try await restartIfEnded("\(fault)")
    }

    /// Starts the bot again if it has ended, which counts as a failure.
    private mutating func restartIfEnded(_ place: String) async throws {
        guard let bot, !bot.process.isRunning else { return }
        figures.exits += 1
        let lines = try log
        if bot.process.terminationReason == .uncaughtSignal { figures.traps += 1 }
        let failed = try String(contentsOf: control.log, encoding: .utf8).split(separator: "\n").suffix(2)
        fail("\(place): the bot ended: \(lines.suffix(2).joined(separator: " | ")) (\(failed.joined(separator: "; ")))")
        try control.reset()
        if try await !start() { fail("\(place): the bot does not start again: \(try log.suffix(2).joined(separator: " | "))") }
    }

    private mutating func ask(_ count: Int) async throws {
        for _ in 0..<count {
            try await asker.say("question \(question)", in: environment.channels[question % environment.channels.count])
            question += 1
            try await time.sleep(for: .milliseconds(20))
        }
    }

    /// Waits until every question has its answer.
    private mutating func settle(_ place: String) async throws {
        let limit = time.uptime + .seconds(60)
        var outcome = NumberedQuestions.Outcome()
        while time.uptime < limit {
            try await restartIfEnded(place)
            outcome = try await NumberedQuestions.outcome(in: environment.channels, seenBy: asker)
            if outcome.lost == 0 { return }
            try await time.sleep(for: .milliseconds(200))
        }
        fail("\(place): \(outcome.lost) questions have no answer after a minute")
    }

    private mutating func stop(_ place: String) {
        bot?.end()
        guard let process = bot?.process else { return }
        if process.terminationReason == .uncaughtSignal || process.terminationStatus != 0 {
            figures.exits += 1
            fail("\(place): stopped with \(process.terminationStatus)")
        }
        bot = nil
    }

    // MARK: - Long faults

    /// Fills the disk for some seconds, during which the status has to say so.
    mutating func fillDisk(_ seconds: Int) async throws {
        try control.reset()
        try await start()
        try control.order(.fullForATime, at: 1)
        let end = time.uptime + .seconds(seconds)
        while time.uptime < end { try await ask(1) }
        let status = try environment.status()
        if !status.contains("the disk is full") { fail("full disk: the status does not say so:\n\(status)") }
        try await restartIfEnded("full disk")
        try control.withdraw()
        try await settle("full disk")
        let healed = try environment.status()
        if healed.contains("the disk is full") { fail("full disk: the status still says so:\n\(healed)") }
        stop("full disk")
    }

    /// Lets each sync take long for some seconds, during which the connection has to stay.
    mutating func slowDisk(_ seconds: Int) async throws {
        try control.reset()
        try await start()
        try control.delaySyncs(milliseconds: 400)
        let end = time.uptime + .seconds(seconds)
        while time.uptime < end {
            try await ask(1)
            try await time.sleep(for: .milliseconds(100))
        }
        let lost = try log.count { $0.contains("Connection lost") }
        if lost > 0 { fail("slow disk: the connection was lost \(lost) times") }
        try await restartIfEnded("slow disk")
        try control.delaySyncs(milliseconds: 0)
        try await settle("slow disk")
        stop("slow disk")
    }

    /// Checks the answers, and what the bot has stored.
    mutating func finish() async throws {
        try control.reset()
        if try await !start() { fail("the last start: \(try log.suffix(2).joined(separator: " | "))") }
        let outcome = try await NumberedQuestions.settledOutcome(in: environment.channels, seenBy: asker, time)
        stop("the last start")
        figures.take(outcome, try await DeliveryStates(in: environment.dataFolder))
        figures.operations = try operationCounts()
        if outcome.asked != question { fail("\(question) questions were asked, \(outcome.asked) are in the channels") }
    }

    /// The numbers of failed operations, by operation and file.
    private func operationCounts() throws -> [String: Int] {
        guard FileManager.default.fileExists(atPath: control.log.path) else { return [:] }
        let lines = try String(contentsOf: control.log, encoding: .utf8).split(separator: "\n")
        return lines.reduce(into: [:]) { counts, line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            if fields.count > 1 { counts["\(fields[0]) \(fields[1])", default: 0] += 1 }
        }
    }
}
