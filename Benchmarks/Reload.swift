import ArgumentParser
import ChatModel
import Foundation
import MezonBotApp
import Storage
import Synchronization

/// Reloads the configuration under load, and compares every answer with the revision that was in force at its message.
struct Reload: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Reload under load with broken and half-written revisions.",
        discussion:
            "Each valid revision answers with its own number in every channel. Reloads are triggered by command and by file change."
    )

    @Option(help: "Number of file changes.")
    var reloads = 200
    @Option(help: "Messages per second.")
    var rate = 200
    @Option(help: "Number of channels.")
    var channels = 8

    private static let time = SystemTime()

    func validate() throws {
        guard reloads > 0, rate > 0, channels > 0 else { throw ValidationError("all numbers must be at least 1") }
    }

    func run() async throws {
        let stage = try await SoakEnvironment(channels: channels, rules: Self.rules(revision: 0, echo: false))
        var isGood = false
        defer { stage.tearDown(keepingFiles: !isGood) }
        let bot = try await stage.startBot()
        defer { bot.end() }
        let asker = try stage.asker()
        let (said, reloading) = try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { do { try await asker.run() } catch is CancellationError {} }
            try await NumberedQuestions.untilReady(asker)
            group.addTask { while await asker.next() != nil {} }  // Live messages are discarded: the journal is read at the end.
            let isOver = Mutex(false)
            async let said = talk(asker, stage) { isOver.withLock { $0 } }
            let reloading = try await reload(stage)
            isOver.withLock { $0 = true }
            let count = try await said
            group.cancelAll()
            return (count, reloading)
        }
        let reader = try stage.reader()
        try await settled(reader)
        let flow = try await ReloadedFlow(reader, most: 4 * (said + reloads))
        let times = reloading.times.sorted()
        print(
            """
            reloads: accepted \(reloading.taken), rejected \(reloading.refused), wrongly accepted or rejected \(reloading.wrong.count)
            reload time: median \(Self.text(times[times.count / 2])), 99 % \(Self.text(times[times.count * 99 / 100]))
            messages: sent \(said), in the journal \(flow.heard), fully answered \(flow.answered) by \(flow.revisions) revisions
            dropped \(said - flow.answered), by another revision \(flow.foreign), by a mixture \(flow.mixed)
            """)
        for line in reloading.wrong { print(line) }
        isGood =
            flow.isGood(said: said) && reloading.wrong.isEmpty && reloading.taken + reloading.refused == reloads && said > 0
        guard isGood else { throw ExitCode.failure }
    }

    private struct Reloading {
        var taken = 0
        var refused = 0
        /// The reloads that were wrongly accepted or refused.
        var wrong: [String] = []
        var times: [Duration] = []
    }

    /// Writes two valid revisions and an invalid one in turn: truncated, with an unknown keyword, or with a failing test.
    private func reload(_ stage: SoakEnvironment) async throws -> Reloading {
        let file = stage.folder.appending(path: "config.yaml")
        let head = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "rules:\n")[0]
        let control = AdminClient(folder: stage.dataFolder)
        var reloading = Reloading()
        for number in 1...reloads {
            let isBad = number.isMultiple(of: 3)
            let text = Self.revision(number, head: head)
            // In place and not by a rename, so that a reader may see half of it.
            let handle = try FileHandle(forWritingTo: file)
            try handle.truncate(atOffset: 0)
            try handle.write(contentsOf: Data(text.utf8.prefix(text.utf8.count / 2)))
            if number.isMultiple(of: 5) { try await Self.time.sleep(for: .milliseconds(20)) }
            try handle.write(contentsOf: Data(text.utf8.dropFirst(text.utf8.count / 2)))
            try handle.close()
            let start = Self.time.uptime
            let reply = try control.ask(.reload())
            reloading.times.append(Self.time.uptime - start)
            if reply.isRefused { reloading.refused += 1 } else { reloading.taken += 1 }
            if isBad != reply.isRefused {
                reloading.wrong.append("revision \(number) was \(isBad ? "" : "not ")accepted: \(reply.lines.first ?? "")")
            }
            try await Self.time.sleep(for: .milliseconds(30))
        }
        return reloading
    }

    private func talk(_ asker: ChatUser, _ stage: SoakEnvironment, until isOver: () -> Bool) async throws -> Int {
        var said = 0
        let start = Self.time.uptime
        try await withThrowingTaskGroup(of: Void.self) { group in
            while !isOver() {
                let channel = stage.channels[said % stage.channels.count]
                let text = "word \(said)"
                group.addTask { try await asker.say(text, in: channel) }
                said += 1
                if said > 32 { try await group.next() }
                try await Self.time.sleep(until: start + .seconds(1) * said / rate)
            }
            try await group.waitForAll()
        }
        return said
    }

    /// Waits until every delivery has been sent or has failed.
    private func settled(_ reader: JournalReader) async throws {
        let limit = Self.time.uptime + .seconds(60)
        var quiet = 0
        while Self.time.uptime < limit, quiet < 5 {
            let counts = try await reader.deliveryCounts()
            quiet = counts[.pending, default: 0] + counts[.sending, default: 0] == 0 ? quiet + 1 : 0
            try await Self.time.sleep(for: .milliseconds(100))
        }
    }

    private static func text(_ duration: Duration) -> String {
        duration.formatted(.units(allowed: [.milliseconds], fractionalPart: .show(length: 1)))
    }

    /// Returns a configuration. Every second revision has two rules, which must both answer or neither.
    private static func revision(_ number: Int, head: String) -> String {
        let rules = rules(revision: number, echo: number.isMultiple(of: 2))
        let good = head + "rules:\n" + rules.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n") + "\n"
        guard number.isMultiple(of: 3) else { return good }
        return switch number % 9 {
        case 0: String(good.prefix(good.count / 2)) + "\n  - {"
        case 3: good.replacing("trigger: message", with: "trigger: mesage")
        default: good.replacing("hit: true", with: "hit: false")
        }
    }

    private static func rules(revision: Int, echo: Bool) -> String {
        (["answer"] + (echo ? ["echo"] : [])).map { name in
            """
            - id: \(name)-\(revision)
              trigger: message
              limits: { per_minute: 1000000, per_day: 100000000, per_person: 1000000 }
              when: { text: { contains: [word] } }
              then: [{ reply: "\(name) says \(revision)" }]
              tests: [{ name: it answers, given: { text: a word }, expect: { hit: true } }]
            """
        }.joined(separator: "\n")
    }
}
