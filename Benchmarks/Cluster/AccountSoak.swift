import ArgumentParser
import ChatModel
import Foundation
import MezonBotApp

/// Runs many accounts in two processes with one database, kills one process, and compares the questions of each clan with the answers.
struct AccountSoak: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts",
        abstract: "Run many accounts in two processes with one database; kill one of them.",
        discussion: """
            Each account has a clan and a schema of its own on the server of SOAK_DATABASE_URL. Both processes have the configurations of \
            all accounts, so that each runs those that it has the leases of. Each question has to have one answer. Printed are the \
            time of a start until every account has answered, memory and connections.
            """)

    @Option(help: "Number of accounts.")
    var accounts = 100

    @Option(help: "Longest permitted time until all accounts answer, in seconds, after a start and after a kill.")
    var longest = 5.0

    @Option(help: "Largest permitted memory of the two processes together for each account, in MiB.")
    var memory = 12.0

    @Option(help: "Largest permitted number of connections for each account.")
    var connections = 7

    func validate() throws {
        guard (1...1000).contains(accounts) else { throw ValidationError("--accounts must be between 1 and 1000") }
        guard ProcessInfo.processInfo.environment["SOAK_DATABASE_URL"] != nil else {
            throw ValidationError("SOAK_DATABASE_URL must name a PostgreSQL server")
        }
    }

    func run() async throws {
        let trial = try await AccountTrial(accounts: accounts)
        var isGood = false
        defer { trial.tearDown(keepingFiles: !isGood) }
        let asker = try trial.asker()
        isGood = try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await asker.run() }
            let isGood = try await check(trial, asker)
            group.cancelAll()
            return isGood
        }
        guard isGood else { throw ExitCode.failure }
    }

    private func check(_ trial: AccountTrial, _ asker: ChatUser) async throws -> Bool {
        try await NumberedQuestions.untilReady(asker)
        let listening = Task { while await asker.next() != nil {} }
        defer { listening.cancel() }
        let time = SystemTime()
        // A bot answers nothing that was said before its first start.
        try trial.start("a")
        try await trial.untilReady("a")
        trial.end()

        try await trial.ask(asker)
        let second = time.uptime
        for node in ["a", "b"] { try trial.start(node) }
        let start = try await trial.answerTime(asker, after: "start of both", at: second, within: .seconds(60))
        try await trial.untilConnected()
        let (memory, connections) = (trial.memory, try trial.connections())
        print("memory \(Int(memory)) MiB, connections \(connections)")

        let kill = time.uptime
        trial.kill("a")
        try await trial.ask(asker)
        let takeover = try await trial.answerTime(asker, after: "kill of one", at: kill, within: .seconds(60))
        let outcome = try await NumberedQuestions.settledOutcome(in: trial.channels, seenBy: asker, time)
        print("questions \(outcome.asked): lost \(outcome.lost), duplicates \(outcome.doubled)")
        return outcome.isGood && start <= .seconds(longest) && takeover <= .seconds(longest)
            && memory <= self.memory * Double(accounts) && connections <= self.connections * accounts
    }
}
