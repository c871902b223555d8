import ArgumentParser
import AsyncSupport
import ChatModel
import Foundation
import MezonBotApp

/// Stops the bot repeatedly with signals while questions arrive, and checks how it ends, and that every question has exactly one answer.
struct ShutdownSoak: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shutdown",
        abstract: "Stop the bot repeatedly under load; count late ends, wrong exit codes and lost answers.",
        discussion: """
            Questions arrive all the time; a rule answers them, and a program in Python receives them. The bot is stopped with SIGTERM or \
            SIGINT at a random moment: during its start, once it is ready, or below `run --restart`. It must end with the exit code 0 \
            within the limit, and leave no process and no file behind. A second signal must end it at once, with 128 and the number of \
            the signal as exit code. (A signal that comes before the bot listens to signals ends it as it ends any process, which is \
            counted apart.) In the end every question must have one answer, in order, and every delivery must be marked sent. The exit \
            code is 1 on a failure; all files are kept then. Linux only.
            """)

    @Option(help: "Number of stops.")
    var stops = 200
    @Option(help: "Seconds within which the bot has to end.")
    var limit = 15.0
    @Option(help: "Number of channels.")
    var channels = 20
    @Option(help: "Questions a second.")
    var perSecond = 50
    @Option(help: "Share of acknowledgements that is lost.")
    var lostAcks = 0.1
    @Option(help: "Random seed.")
    var seed: UInt64 = 1
    @Flag(help: "Print the figures as JSON.")
    var json = false

    func validate() throws {
        guard stops > 0, channels > 0, perSecond > 0, limit > 0 else { throw ValidationError("all numbers must be positive") }
        guard (0...1).contains(lostAcks) else { throw ValidationError("--lost-acks must be from 0 to 1") }
    }

    /// A program that receives the questions and does nothing.
    private static let program = """
        import json, sys
        print('{"hello":1,"events":["message"]}', flush=True)
        for line in sys.stdin:
            print(json.dumps({"turn": json.loads(line)["turn"], "actions": []}), flush=True)

        """

    func run() async throws {
        let names = (0..<channels).map { "c\($0)" }.joined(separator: ", ")
        let environment = try await SoakEnvironment(
            channels: channels, rules: NumberedQuestions.rule,
            sections: "bots: { listener: { enabled_in: [\(names)], program: [python3, listener.py], grants: [reply] } }\n")
        var isGood = false
        defer { environment.tearDown(keepingFiles: !isGood) }
        try Self.program.write(to: environment.folder.appending(path: "listener.py"), atomically: true, encoding: .utf8)
        try await environment.fault(
            #"{"kind":"lose_ack","on":"channel_message_send","account":"bot","probability":\#(lostAcks)}"#)
        let asker = try environment.asker()
        let time = SystemTime()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await asker.run() }
            try await NumberedQuestions.untilReady(asker)
            group.addTask { while await asker.next() != nil {} }  // Live messages are discarded: the histories are compared.
            var trial = try await ShutdownTrial(environment, limit: .seconds(limit), seed: seed, time: time)
            let isOver = CancellationFlag()
            let asking = Task { try await ask(asker, environment.channels, until: isOver, time) }
            for _ in 0..<stops { try await trial.stop() }
            isOver.cancel()
            try await trial.finish(asked: asking.value, seenBy: asker)
            group.cancelAll()
            print(json ? try trial.figures.json : trial.figures.text)
            isGood = trial.figures.isGood
            guard isGood else { throw ExitCode.failure }
        }
    }

    /// Asks until it is told to stop.
    ///
    /// - Returns: The number of questions.
    private func ask(
        _ asker: ChatUser, _ channels: [Channel], until isOver: CancellationFlag, _ time: SystemTime
    ) async throws -> Int {
        var number = 0
        while !isOver.isCancelled {
            try await asker.say("question \(number)", in: channels[number % channels.count])
            number += 1
            try await time.sleep(for: .seconds(1) / perSecond)
        }
        return number
    }
}
