import ChatModel
import Foundation

/// A bot and the load gateway, over a data folder that is filled while the bot is stopped.
struct GrowthStage {
    /// The extent of a measurement.
    struct Extent {
        /// Lines for each round.
        var messages: Int
        /// Rounds, of which the one with the least CPU time counts.
        var rounds: Int
        /// Starts, of which the fastest counts.
        var starts: Int
    }

    /// The number of open questions, in which the costs of a commit are shared by few messages.
    private static let open = 64

    let gateway: LoadGateway
    let environment: SoakEnvironment

    init(channels: Int, rules: String = NumberedQuestions.rule) throws {
        let folder = try SoakEnvironment.newFolder()
        gateway = try LoadGateway(channels: channels, log: folder.appending(path: "gateway.log").path)
        environment = try SoakEnvironment(load: gateway, folder: folder, channels: channels, answeredByBot: false)
        try environment.configure(rules: rules, sections: "")
    }

    /// Lets the bot create its data folder and learn the channels.
    func createData() async throws {
        let bot = try await environment.startBot()
        defer { bot.kill() }
        try gateway.waitForBot()
        _ = try gateway.ask(max(200, 2 * environment.channels.count), open: Self.open)
        bot.end()
    }

    /// Changes the data of the stopped bot.
    ///
    /// - Parameter date: The time of question zero.
    func fill(from date: Date = Date(), _ body: (StoppedBot) async throws -> Void) async throws {
        let bot = try await StoppedBot(environment.dataFolder, channels: environment.channels, from: date)
        try await body(bot)
        try bot.close()
    }

    /// Starts the bot and lets it answer questions.
    ///
    /// - Parameters:
    ///   - warmUp: Lines that do not count, at least two for each channel.
    ///   - share: One line in this many is a question.
    func figures(_ size: Int, _ extent: Extent, warmUp: Int = 2000, share: Int = 1) async throws -> GrowthFigures {
        let time = SystemTime()
        var figures = GrowthFigures(size: size, readyMilliseconds: .infinity, cpuMicroseconds: .infinity)
        for start in 1...extent.starts {
            let began = time.uptime
            let bot = try await environment.startBot()
            defer { bot.kill() }
            figures.readyMilliseconds = min(figures.readyMilliseconds, (time.uptime - began) / .milliseconds(1))
            figures.readyMiB = max(figures.readyMiB, bot.residentMiB)
            if start == extent.starts {
                try gateway.waitForBot()
                _ = try gateway.ask(max(warmUp, 2 * environment.channels.count), open: Self.open, share: share)
                try gateway.waitForBot()  // What the bot looks up about new people.
                for _ in 0..<extent.rounds {
                    let cpu = bot.cpu
                    let outcome = try gateway.ask(extent.messages, open: Self.open, share: share)
                    figures.add(outcome, cpu: bot.cpu - cpu)
                }
                figures.endMiB = bot.residentMiB
            }
            bot.end()
        }
        return figures
    }

    /// Fills the data folder and measures, for one size after the other. What the bot writes while it is measured is discarded.
    ///
    /// - Parameters:
    ///   - sizes: The sizes, the smallest first.
    ///   - fill: Fills the folder from one size to the next.
    ///   - measure: Measures at a size.
    func forEach(
        _ sizes: [Int], fill: (_ before: Int, _ size: Int) async throws -> Void, measure: (Int) async throws -> Void
    ) async throws {
        let copy = environment.folder.appending(path: "copy").path
        var before = 0
        for (place, size) in sizes.enumerated() {
            try await fill(before, size)
            before = size
            let isLast = place == sizes.count - 1
            if !isLast { try FileManager.default.copyItem(atPath: environment.dataFolder, toPath: copy) }
            try await measure(size)
            guard !isLast else { return }
            try FileManager.default.removeItem(atPath: environment.dataFolder)
            try FileManager.default.moveItem(atPath: copy, toPath: environment.dataFolder)
        }
    }

    func tearDown() { environment.tearDown() }
}

extension GrowthFigures {
    /// Takes the figures of a round that costs less than the earlier ones.
    fileprivate mutating func add(_ outcome: LoadGateway.Outcome, cpu: Duration) {
        let each = cpu / .microseconds(1) / Double(max(1, outcome.said))
        unanswered += outcome.unanswered
        guard each < cpuMicroseconds else { return }
        cpuMicroseconds = each
        perSecond = Double(outcome.said - outcome.unanswered) / outcome.seconds
        (p50, p99) = (outcome.p50, outcome.p99)
    }
}
