import ChatModel
import Foundation
import MezonBotApp

/// An application with a bot that answers in all channels, alone or with a faulty program in half of them.
final class BystanderSide: Sendable {
    static let block = 100  // Questions that are asked in a row: half a second.
    private static let channels = 10

    private let stage: SoakEnvironment
    private let bot: ChildProcess
    private let asker: ChatUser
    private let time = SystemTime()
    private let listener: ReplyListener
    /// The channels in which the program, if there is one, hears everything.
    let near: [Channel]
    /// The other channels.
    let far: [Channel]

    init(beside program: FaultyProgram?) async throws {
        let names = (0..<Self.channels).map { "c\($0)" }
        let half = Self.channels / 2
        let faulty = program.map { "faulty: { enabled_in: [\(names[..<half].joined(separator: ", "))], \($0.keys) }, " } ?? ""
        stage = try await SoakEnvironment(
            channels: Self.channels, rules: "[]",
            sections: "bots: { \(faulty)steady: { enabled_in: [\(names.joined(separator: ", "))], late: run } }")
        (near, far) = (Array(stage.channels[..<half]), Array(stage.channels[half...]))
        try FaultyProgram.write(in: stage.folder)
        asker = try stage.asker()
        listener = ReplyListener(time: time)
        bot = try await stage.startBot(program: "soak")
    }

    func tearDown() {
        bot.end()
        stage.tearDown()
    }

    /// Keeps the user connected, until the task is cancelled.
    func run() async throws { try await asker.run() }

    func untilReady() async throws { try await NumberedQuestions.untilReady(asker) }

    /// Listens to the answers, once the user is connected.
    func listen() async throws {
        async let patience: Void = listener.giveUp(after: .seconds(60))
        await listener.listen(to: asker)
        try await patience
    }

    /// Asks in the channels without the program until the answers come as fast as they will.
    func warmUp() async throws { for _ in 0..<3 { _ = try await times(in: far) } }

    /// Asks a block of questions; returns the latencies in milliseconds.
    ///
    /// - Parameter provocations: The number of messages that are sent at the same time where the program hears them.
    func times(in channels: [Channel], provoking provocations: Int = 0) async throws -> [Double] {
        async let times = listener.times(of: Self.block, asking: asker, in: channels)
        for number in 0..<provocations {
            try await asker.say("question 0", in: near[number % near.count])
            try await time.sleep(for: .milliseconds(Self.block * 5 / provocations))
        }
        return try await times
    }

    /// Asks in the channels of the program until it is suspended and all questions there are answered.
    func untilSuspended() async throws {
        let limit = time.uptime + .seconds(120)
        while try !stage.botLog().contains(where: { $0.contains("Bot suspended") }) {
            guard time.uptime < limit else {
                throw SoakEnvironment.Failure.notReady("the suspension of the program", log: "bot.log")
            }
            try await answerEverywhere()
        }
        try await answerEverywhere()
    }

    private func answerEverywhere() async throws {
        for channel in near { _ = await listener.answer(to: try await asker.say("question 0", in: channel)) }
    }
}
