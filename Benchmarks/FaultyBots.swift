import ArgumentParser
import BotKit
import ChatModel
import MezonBotApp

/// The bots of the soak tests: faulty ones that must not disturb a bot beside them, and others for single tests.
enum FaultyBots {
    static let registry = BotRegistry([
        ResponsiveBot.self, SpinningBotOptions.self, SleepingBot.self, ThrowingBot.self, CrashingBot.self,
        ChangedDialogueBot.self, PlanningBot.self, RequestingBot.self,
    ])
}

/// Keeps a CPU core busy.
struct SpinningBot: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "spin", shouldDisplay: false)

    func run() {
        var random = SplitMix64(seed: 1)
        while random.next() != 0 {}
    }
}

private struct ResponsiveBot: Bot {
    static let manifest = Manifest("steady", needs: [.reply])
    let options: NoOptions
    func precheck(_ message: Message) -> Verdict { message.text.hasPrefix("question ") ? .pass : .skip("not a question") }
    func handle(_ message: Message, _ prepared: Void, _ context: Context) -> [Action] {
        [.reply("answer to \(message.text)")]
    }
}

/// A bot that never releases its thread.
private struct SpinningBotOptions: Bot {
    static let manifest = Manifest("spinning", needs: [])
    let options: NoOptions
    func handle(_ message: Message, _ prepared: Void, _ context: Context) -> [Action] {
        var random = context.random
        while random.next() != 0 {}
        return []
    }
}

/// A bot that waits for an hour in each invocation.
private struct SleepingBot: Bot {
    static let manifest = Manifest("sleeping", needs: [])
    let options: NoOptions
    func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
        try await SystemTime().sleep(for: .seconds(3600))
        return []
    }
}

private struct ThrowingBot: Bot {
    struct Failure: Error {}
    static let manifest = Manifest("throwing", needs: [])
    let options: NoOptions
    func handle(_ message: Message, _ prepared: Void, _ context: Context) throws -> [Action] { throw Failure() }
}

private struct CrashingBot: Bot {
    static let manifest = Manifest("trapping", needs: [])
    let options: NoOptions
    func handle(_ message: Message, _ prepared: Void, _ context: Context) -> [Action] {
        if message.text.hasPrefix("trap") { fatalError("as asked") }
        return []
    }
}
