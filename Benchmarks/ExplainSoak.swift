import ArgumentParser
import BotTesting
import ChatModel

/// Explains entries of random journals and counts wrong reasons.
struct ExplainSoak: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain entries of random journals and verify every stated reason.",
        discussion: """
            Each journal has random rules over counters, cooldowns, variables, windows, roles and channels, restarts, and users who gain \
            and lose roles. A second evaluation of the same rules, made while the journal is recorded, knows the result of each rule. \
            In every fourth journal, texts are deleted first: facts that depend on them must be reported as unknown.
            """)

    @Option(help: "Journals.")
    var journals = 1000
    @Option(help: "Messages per journal.")
    var messages = 30
    @Option(help: "Explained entries per journal.")
    var explained = 6
    @Option(help: "First random seed.")
    var seed: UInt64 = 1

    func validate() throws {
        guard journals > 0, messages > 0, explained > 0 else { throw ValidationError("all numbers must be at least 1") }
    }

    func run() async throws {
        let time = SystemTime()
        let began = time.uptime
        IndependentTrials.keepFilesInMemory()
        var sum = ExplainSoakRun.Outcome()
        for outcome in try await IndependentTrials.results(
            of: Array(0..<journals),
            trial: { number in
                var soak = ExplainSoakRun(seed: seed &+ UInt64(number))
                return try await soak.run(messages: messages, explained: explained, isPruned: number % 4 == 3)
            })
        {
            sum += outcome
        }
        let seconds = (time.uptime - began) / .seconds(1)
        print(
            "journals \(journals), entries explained \(sum.entries), answers \(sum.answers), reasons \(sum.reasons), unknown \(sum.unknown.values.reduce(0, +)), "
                + "wrong \(sum.mistakes.count), \(Int(seconds)) s")
        for (what, count) in sum.unknown.sorted(by: { $0.key < $1.key }) { print("unknown because \(what): \(count)") }
        for mistake in sum.mistakes.prefix(20) { print(mistake) }
        guard sum.mistakes.isEmpty else { throw ExitCode.failure }
    }
}
