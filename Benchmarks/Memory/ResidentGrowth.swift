import ArgumentParser
import ChatModel
import Foundation
import Synchronization

/// Measures the memory of a bot while more and more people write in many channels.
struct ResidentGrowth: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "memory",
        abstract: "Measure how the memory, open files and write-ahead log of a bot grow with the number of messages.",
        discussion: """
            One bot reads chat in which one line in twenty is a question, and counts the messages of each person. At first everyone is \
            new, until the bot has seen more people than it keeps in memory; then some are. The growth is the slope of a line through \
            the samples of the second half, by least squares. The exit code is 1 if it exceeds --limit, if more files are open in the \
            second half than in the first, or if a write-ahead log exceeds 80 MiB. Ten million messages need about 6 GB in the folder \
            for temporary files (TMPDIR). Linux only.
            """)

    @Option(help: "Number of messages.")
    var messages = 1_000_000
    @Option(help: "Messages between two samples (default: a twentieth of all).")
    var every: Int?
    @Option(help: "Number of channels.")
    var channels = 1000
    @Option(help: "People who write one message each before the first sample.")
    var people = 300_000
    @Option(help: "One message in this many is the first of a new person.")
    var newcomers = 20
    @Option(help: "Maximum growth, in MiB per million messages.")
    var limit = 1.0
    @Flag(help: "Print the samples as JSON.")
    var json = false

    private var interval: Int { every ?? max(1, messages / 20) }

    func validate() throws {
        guard (1...10_000).contains(channels), (1...5_000_000).contains(people), newcomers > 0 else {
            throw ValidationError("--channels must be from 1 to 10000, --people from 1 to 5000000, and --newcomers at least 1")
        }
        guard interval > 0, interval <= 5_000_000, messages / interval >= 4 else {
            throw ValidationError("--messages must be at least four times --every, which is at most 5000000")
        }
    }

    private struct Sample: Encodable {
        var messages = 0
        var people = 0
        var residentMiB = 0.0
        var openFiles = 0
        /// The size of the largest write-ahead log.
        var writeAheadMiB = 0.0
        var cpuMicroseconds = 0.0
        var unanswered = 0

        static let header = "    messages      people     MiB   files  WAL MiB  CPU us/msg"

        var line: String {
            let figures = [
                ("\(messages)", 12), ("\(people)", 12), (Load.number(residentMiB), 8), ("\(openFiles)", 8),
                (Load.number(writeAheadMiB), 9), (Load.number(cpuMicroseconds), 12),
            ]
            return figures.map { String(repeating: " ", count: max(0, $1 - $0.count)) + $0 }.joined()
                + (unanswered > 0 ? "   \(unanswered) unanswered" : "")
        }
    }

    private struct Figures: Encodable {
        var samples: [Sample] = []
        /// The growth in MiB per million messages.
        var slope = 0.0
        /// The largest number of open files in the second half of the samples less that in the first.
        var moreOpenFiles = 0
        /// The size of the largest write-ahead log.
        var writeAheadMiB = 0.0

        /// Takes the growth from the second half of the samples, by least squares.
        mutating func evaluate() {
            let half = samples.suffix(samples.count - samples.count / 2)
            let points = half.map { (x: Double($0.messages) / 1_000_000, y: $0.residentMiB) }
            let count = Double(points.count)
            let (meanX, meanY) = (points.reduce(0) { $0 + $1.x } / count, points.reduce(0) { $0 + $1.y } / count)
            let variance = points.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
            slope = points.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) } / variance
            let before = samples.prefix(samples.count / 2).map(\.openFiles).max() ?? 0
            moreOpenFiles = (half.map(\.openFiles).max() ?? 0) - before
            writeAheadMiB = samples.map(\.writeAheadMiB).max() ?? 0
        }
    }

    /// The people who write. Once there are many, one message in a number of them is by a new one, the others by someone known.
    private struct Crowd {
        let newcomers: Int
        let many: Int
        var count = 0
        var generator = SplitMix64(seed: 1)

        mutating func next() -> Int {
            if count < many || Int.random(in: 0..<newcomers, using: &generator) == 0 {
                count += 1
                return count - 1
            }
            // Half of the messages come from the newest quarter.
            let share = Double.random(in: 0..<1, using: &generator)
            return count - 1 - Int(share * share * Double(count))
        }
    }

    /// A rule that keeps the number of messages of each person and never acts, so that no limit of a rule applies.
    private static let countingRule = """
        - id: seen
          trigger: message
          when: { author: { messages_seen: "> 1000000000" } }
          then: { react: "👀" }
        """

    func run() async throws {
        let stage = try GrowthStage(channels: channels, rules: NumberedQuestions.rule + "\n" + Self.countingRule)
        defer { stage.tearDown() }
        let crowd = Mutex(Crowd(newcomers: newcomers, many: people))
        let proxy = try AskerProxy(to: stage.gateway.port) { crowd.withLock { $0.next() } }
        try stage.environment.connect(through: proxy)
        let bot = try await stage.environment.startBot()
        defer { bot.kill() }
        try stage.gateway.waitForBot()
        _ = try stage.gateway.ask(people, open: 64, share: 20)

        var figures = Figures()
        if !json { print(Sample.header) }
        for end in stride(from: interval, through: messages, by: interval) {
            let cpu = bot.cpu
            let outcome = try stage.gateway.ask(interval, open: 64, share: 20)
            let sample = Sample(
                messages: end, people: crowd.withLock { $0.count }, residentMiB: bot.residentMiB,
                openFiles: bot.openFiles, writeAheadMiB: writeAheadMiB(in: stage.environment.dataFolder),
                cpuMicroseconds: (bot.cpu - cpu) / .microseconds(1) / Double(max(1, outcome.said)),
                unanswered: outcome.unanswered)
            figures.samples.append(sample)
            if !json { print(sample.line) }
        }
        figures.evaluate()
        if json {
            print(try figures.json)
        } else {
            let (growth, limit) = (Load.number(figures.slope), Load.number(limit))
            print("\(growth) MiB per million messages over the second half, the limit is \(limit)")
            print(
                "\(figures.samples.last?.openFiles ?? 0) files open, \(max(0, figures.moreOpenFiles)) more than in the first half; "
                    + "the largest write-ahead log had \(Load.number(figures.writeAheadMiB)) MiB")
        }
        // A reader may have opened a file or two meanwhile.
        let isGood =
            figures.slope <= limit && figures.moreOpenFiles <= 4 && figures.writeAheadMiB <= Self.maxWriteAheadMiB
        guard isGood else { throw ExitCode.failure }
    }

    /// The limit of 64 MiB, and a quarter more after a reader has prevented the truncation of a log.
    private static let maxWriteAheadMiB = 80.0

    private func writeAheadMiB(in folder: String) -> Double {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let sizes = files.filter { $0.hasSuffix("-wal") }.map { file in
            (try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(file)"))?[.size] as? Int ?? 0
        }
        return Double(sizes.max() ?? 0) / 1_048_576
    }
}
