import ArgumentParser
import ChatModel
import Foundation
import MezonBotApp

/// Checks that a program that fails does not delay the bots beside it.
struct ProgramIsolation: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "program-isolation",
        abstract: "Compare a bot's latency alone and beside faulty programs.",
        discussion: """
            Two applications run at the same time, each with a bot in Swift that answers in all channels; in one of them, a faulty \
            program hears half of the channels. They are asked in turn, in blocks of half a second and changing order, so that noise of \
            the machine hits both: in the channels without the program while it fails, and in its own channels once it is suspended. \
            Until then, an event there waits for the program up to its time limit. While it fails, each block provokes it twice, so that \
            what it costs is in the 99th percentile of every block; the median of these over all blocks is not moved by the few \
            blocks in which the disk stalls. "noise" is the ratio of the bot alone to itself, which tells how much the ratios mean. \
            The exit code is 1 if a ratio of the 99th percentiles exceeds the limit, or an answer is missing.
            """)

    @Option(help: "Number of starts of both applications for each program.")
    var rounds = 10
    @Option(help: "Number of blocks of 100 questions in each round, side and place, at 200 per second.")
    var blocks = 6
    @Option(help: "Largest permitted ratio of the 99th percentiles, beside and alone.")
    var limit = 1.2
    @Argument(help: "Faulty programs (default: all).")
    var programs = FaultyProgram.allCases

    func validate() throws {
        guard rounds > 0, blocks > 1 else { throw ValidationError("At least 1 round and 2 blocks are needed.") }
        guard limit > 0 else { throw ValidationError("The limit must be greater than 0.") }
    }

    func run() async throws {
        var isGood = true
        for program in programs {
            var (elsewhere, together) = (LatencyComparison(), LatencyComparison())
            for _ in 0..<rounds { try await round(program, &elsewhere, &together) }
            isGood = report("\(program): elsewhere, while it fails", elsewhere) && isGood
            isGood = report("\(program): beside it, once suspended", together) && isGood
        }
        guard isGood else { throw ExitCode.failure }
    }

    private func round(
        _ program: FaultyProgram, _ elsewhere: inout LatencyComparison, _ together: inout LatencyComparison
    ) async throws {
        let alone = try await BystanderSide(beside: nil)
        defer { alone.tearDown() }
        let beside = try await BystanderSide(beside: program)
        defer { beside.tearDown() }
        let sides = [alone, beside]
        (elsewhere, together) = try await withThrowingTaskGroup(of: Void.self) { [elsewhere, together] group in
            for side in sides {
                group.addTask { try await side.run() }
                try await side.untilReady()
                group.addTask { try await side.listen() }
            }
            var comparisons = (elsewhere: elsewhere, together: together)
            for side in sides { try await side.warmUp() }
            for block in 0..<blocks {
                for side in block.isMultiple(of: 2) ? sides : sides.reversed() {
                    comparisons.elsewhere.add(try await side.times(in: side.far, provoking: 2), isAlone: side === alone)
                }
            }
            try await beside.untilSuspended()
            for block in 0..<blocks {
                for side in block.isMultiple(of: 2) ? sides : sides.reversed() {
                    comparisons.together.add(try await side.times(in: side.near), isAlone: side === alone)
                }
            }
            group.cancelAll()
            return comparisons
        }
    }

    /// Prints a comparison.
    ///
    /// - Returns: False if the ratio exceeds the limit or answers are missing.
    private func report(_ name: String, _ comparison: LatencyComparison) -> Bool {
        let missing = 2 * rounds * blocks * BystanderSide.block - comparison.count
        let isGood = missing == 0 && comparison.p99 <= limit
        print(
            name.padding(toLength: 40, withPad: " ", startingAt: 0) + comparison.text
                + (missing > 0 ? "; \(missing) answers missing" : "") + (isGood ? "" : "  FAILED"))
        return isGood
    }
}

/// The latencies of a bot alone and beside another, in milliseconds, by blocks of questions.
private struct LatencyComparison {
    private var alone: [[Double]] = []
    private var beside: [[Double]] = []

    mutating func add(_ times: [Double], isAlone: Bool) {
        if isAlone { alone.append(times) } else { beside.append(times) }
    }

    var count: Int { (alone + beside).map(\.count).reduce(0, +) }
    /// The ratio of the 99th percentiles of a usual block.
    var p99: Double { Self.ratio(99, beside, alone) }

    var text: String {
        func text(_ blocks: [[Double]]) -> String {
            "p50 \(Load.number(Self.percentile(50, blocks))) ms, p99 \(Load.number(Self.percentile(99, blocks))) ms, of all "
                + "\(Load.number(Self.percentile(99, [blocks.flatMap(\.self)]))) ms"
        }
        return "alone \(text(alone)); beside \(text(beside)); ratio p50 \(Load.number(Self.ratio(50, beside, alone))), "
            + "p99 \(Load.number(p99)), noise \(Load.number(noise))"
    }

    /// The ratio of the 99th percentiles of every other block alone to the blocks between them, which are the same thing.
    private var noise: Double {
        let halves = [0, 1].map { rest in alone.enumerated().filter { $0.offset % 2 == rest }.map(\.element) }
        return Self.ratio(99, halves[0], halves[1])
    }

    private static func ratio(_ percent: Int, _ some: [[Double]], _ others: [[Double]]) -> Double {
        let base = percentile(percent, others)
        return base > 0 ? percentile(percent, some) / base : 0  // Without answers, which fails anyway.
    }

    /// The median of the percentiles of the blocks.
    private static func percentile(_ percent: Int, _ blocks: [[Double]]) -> Double {
        nearestRank(50, in: blocks.map { nearestRank(percent, in: $0) })
    }

    private static func nearestRank(_ percent: Int, in values: [Double]) -> Double {
        values.isEmpty ? 0 : values.sorted()[(values.count * percent + 99) / 100 - 1]
    }
}
