import ArgumentParser
import ChatModel
import Foundation
import MezonBotApp

/// Lets operations on the files of a bot fail, and checks that it goes on, and that every question has exactly one answer.
struct FileFaultSoak: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "file-faults",
        abstract: "Let file operations fail, fill and slow the disk; count exits and lost answers.",
        discussion: """
            Benchmarks/FailingFiles lets operations on the bot's files fail: with an input or output error, with a full disk, or after \
            half of a write; once, for some operations, or for a time. The faults begin at another operation each time: during starts, \
            and while the bot answers questions. Then the disk is full and after that slow for some seconds. Every question must have \
            one answer, in order; every delivery must be marked sent; and the bot must not end by itself. A start may end, if its last \
            line says why. The exit code is 1 on a failure; all files are kept then. Linux only.
            """)

    @Option(help: "Number of faults while questions are answered.")
    var operations = 500
    @Option(help: "Number of starts with a fault.")
    var starts = 100
    @Option(help: "Seconds for which the disk is full, and for which it is slow.")
    var seconds = 30
    @Option(help: "Number of channels.")
    var channels = 5
    @Flag(help: "Print the figures as JSON.")
    var json = false

    func validate() throws {
        guard operations > 0, starts > 0, seconds > 0, channels > 0 else {
            throw ValidationError("all numbers must be at least 1")
        }
    }

    func run() async throws {
        let environment = try await SoakEnvironment(channels: channels, rules: NumberedQuestions.rule)
        var isGood = false
        defer { environment.tearDown(keepingFiles: !isGood) }
        let asker = try environment.asker()
        let time = SystemTime()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await asker.run() }
            try await NumberedQuestions.untilReady(asker)
            group.addTask { while await asker.next() != nil {} }  // Live messages are discarded: the histories are compared.
            // A new installation ignores earlier messages, so it is started once before.
            try await environment.startBot().end()
            let began = time.uptime
            var trial = try FileFaultTrial(environment, asker: asker)
            try await trial.failStarts(starts)
            try await trial.failWhileAnswering(operations)
            try await trial.fillDisk(seconds)
            try await trial.slowDisk(seconds)
            try await trial.finish()
            group.cancelAll()
            let figures = trial.figures
            print(json ? try figures.json : text(figures, (time.uptime - began) / .seconds(1)))
            isGood = figures.isGood && trial.failures.isEmpty
            guard isGood else { throw ExitCode.failure }
        }
    }

    private func text(_ figures: FileFaultFigures, _ seconds: Double) -> String {
        let operations = figures.operations.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value)" }
        return """
            failed operations:
            \(operations.joined(separator: "\n"))
            starts with a fault \(figures.faultsOfStarts) at \(figures.operationsOfStart) operations, \
            of which \(figures.refusedStarts) ended with an error message
            faults while answering \(figures.faults), exits \(figures.exits), traps \(figures.traps)
            questions \(figures.asked) over \(channels) channels, \(seconds.short) s
            lost \(figures.lost), duplicates \(figures.duplicates), out of order \(figures.outOfOrder)
            deliveries not sent \(figures.unsent), journal errors \(figures.journalErrors), damage \(figures.damage.count)
            """
    }
}
