import ArgumentParser
import ChatModel
import Foundation
import MezonBotApp
import Storage

/// A bot of several nodes, to which messages are sent while something is done to it and to its database servers.
struct ClusterTrial {
    let time: SystemTime
    let servers: PostgreSQLPair
    let environment: SoakEnvironment
    let workers: ClusterWorkers
    let answers: AnswerTimes

    /// The numbers of a trial.
    struct Terms {
        var nodes: Int
        var perSecond: Int
        var lostAcks: Double
    }

    /// Starts the nodes, sends messages while the body runs, and counts their effects once everything has settled.
    ///
    /// - Parameters:
    ///   - servers: Creates the servers in a new folder.
    ///   - url: The URL with which the nodes connect; nil for that of the servers.
    ///   - prepare: Called before the nodes start.
    ///   - body: Does what the trial is about.
    ///   - judge: Prints the outcome and returns whether it is good, given the duration in seconds.
    /// - Throws: `ExitCode.failure` for a bad outcome, whose files are kept.
    static func run<Result>(
        _ terms: Terms, servers: (_ folder: String) throws -> PostgreSQLPair, url: String? = nil,
        prepare: (ClusterTrial) throws -> Void, body: (ClusterTrial) async throws -> Result,
        judge: (ClusterMessages.Outcome, Result, ClusterTrial, Double) -> Bool
    ) async throws {
        let time = SystemTime()
        let folder = try SoakEnvironment.newFolder()
        chmod(folder.path, 0o755)
        var isGood = false
        let servers = try servers(folder.path)
        defer {
            servers.stop()
            if isGood { try? FileManager.default.removeItem(at: folder) } else { print("servers kept in \(folder.path)") }
        }
        let environment = try await ClusterMessages.environment()
        let url = url ?? servers.url
        setenv("SOAK_CLUSTER_URL", url, 1)
        let workers = try ClusterWorkers(terms.nodes, of: environment, url: servers.url, schema: ClusterMessages.schema)
        defer {
            workers.end()
            environment.tearDown(keepingFiles: !isGood)
        }
        let answers = AnswerTimes(time: time)
        let trial = ClusterTrial(time: time, servers: servers, environment: environment, workers: workers, answers: answers)
        try prepare(trial)
        try await environment.fault(
            #"{"kind":"lose_ack","on":"channel_message_send","account":"bot","probability":\#(terms.lostAcks)}"#)
        let asker = try environment.asker()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await asker.run() }
            try await NumberedQuestions.untilReady(asker)
            group.addTask { await answers.listen(to: asker) }
            // A new installation ignores earlier messages, so the first node is waited for.
            for (index, name) in workers.names.enumerated() { try await workers.start(name, isWaitedFor: index == 0) }
            _ = try await workers.waitForActive(time)
            try await workers.waitForStandbys(time)
            let began = time.uptime
            let messages = ClusterMessages(asker: asker, channels: environment.channels, bot: SoakEnvironment.bot)
            let asking = Task { try await messages.send(perSecond: terms.perSecond, time) }
            let result = try await body(trial)
            asking.cancel()
            try? await asking.value
            try await messages.endDialogues()
            let outcome = try await messages.settledOutcome(
                reader: { try ClusterMessages.reader(of: environment, node: workers.names[0]) }, time)
            group.cancelAll()
            let duration = (time.uptime - began) / .seconds(1)
            print("messages \(outcome.sent) in \(duration.short) s, acknowledgements lost \(Int(terms.lostAcks * 100)) %")
            isGood = judge(outcome, result, trial, duration)
            for line in outcome.lines { print(line) }
            guard isGood else { throw ExitCode.failure }
        }
    }

    /// Returns whether the status of a node contains one of some words. It is printed otherwise.
    func isTold(by node: String, _ words: [String]) throws -> Bool {
        let status = try workers.status(of: node)
        guard !words.contains(where: { status.contains($0) }) else { return true }
        print("the status of \(node) does not say \(words.joined(separator: " or ")):\n\(status)")
        return false
    }
}

extension Double {
    /// The number with two decimals.
    var short: String { formatted(.number.precision(.fractionLength(2))) }
}
