import ArgumentParser
import MezonModel
import MezonTesting

/// Explains entries of random journals and counts the reasons that are not true.
struct ExplainSoak: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain entries of random journals and verify every stated reason.",
        discussion: """
            Each journal has random rules over counters, cooldowns, variables, windows, roles and channels, restarts, and people who gain \
            and lose roles. A second reading of the same rules, made while the journal is lived through, knows what each rule came to. \
            Every fourth journal loses texts before anybody asks: what cannot be known then has to be called unknown.
            """)

    @Option(help: "Journals.")
    var journals = 1000
    @Option(help: "Messages of a journal.")
    var messages = 30
    @Option(help: "Entries of each journal that are explained.")
    var explained = 6
    @Option(help: "The first seed.")
    var seed: UInt64 = 1

    func validate() throws {
        guard journals > 0, messages > 0, explained > 0 else { throw ValidationError("numbers are 1 or more") }
    }

    func run() async throws {
        let time = SystemTime()
        let began = time.uptime
        var sum = ExplainTrial.Outcome()
        for number in 0..<journals {
            var trial = ExplainTrial(seed: seed &+ UInt64(number))
            sum += try await trial.run(messages: messages, explained: explained, isPruned: number % 4 == 3)
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
