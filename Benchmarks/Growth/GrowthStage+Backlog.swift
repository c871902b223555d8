import ChatModel
import Foundation
import Storage

extension GrowthStage {
    private static let sampling = Duration.milliseconds(50)
    /// The time without an answer after which the bot counts as stuck.
    private static let patience = Duration.seconds(60)

    /// Starts the bot with questions that wait, and follows the journal until it contains their answers.
    ///
    /// - Parameter sequence: The last sequence before the start. Entries after it are the bot's own messages, besides a few others.
    func drained(_ count: Int, after sequence: Int64) async throws -> BacklogFigures {
        let time = SystemTime()
        var figures = BacklogFigures(size: count)
        let began = time.uptime
        let bot = try await environment.startBot()
        defer { bot.kill() }
        figures.readyMilliseconds = (time.uptime - began) / .milliseconds(1)
        figures.readyMiB = bot.residentMiB
        let reader = try JournalReader(folder: environment.dataFolder)
        let log = environment.dataFolder + "/bot.sqlite-wal"
        var samples = [BacklogFigures.Sample(at: time.uptime - began, answered: 0, cpu: bot.cpu)]
        var lastProgress = time.uptime
        while samples[samples.count - 1].answered < count, time.uptime - lastProgress < Self.patience {
            try await time.sleep(for: Self.sampling)
            let answered = min(count, max(0, Int(try await reader.lastSequence() - sequence)))
            if answered > samples[samples.count - 1].answered { lastProgress = time.uptime }
            samples.append(BacklogFigures.Sample(at: time.uptime - began, answered: answered, cpu: bot.cpu))
            let size = try? FileManager.default.attributesOfItem(atPath: log)[.size] as? Int
            figures.logMiB = max(figures.logMiB, Double(size ?? 0) / 1_048_576)
        }
        figures.peakMiB = bot.peakMiB
        figures.evaluate(samples)
        return figures
    }
}
