import BotConfiguration
import BotKit
import BotTesting
import ChatModel
import EventProcessing
import Foundation
import Logging
import RuleEngine
import Storage
import Testing

@testable import MezonBotApp

struct ReloadServiceTests {
    /// A reload service with a configuration on disk, a store and a rule engine.
    private struct Setup {
        let testStore: TestStore
        let folder: TemporaryDirectory
        let reloader: ReloadService
        let engine: RuleEngine
        let health: HealthMonitor

        func write(_ config: String) throws {
            try config.write(toFile: folder.path + "/config.yaml", atomically: true, encoding: .utf8)
        }

        /// Returns the notices to moderators, in order.
        func news() async throws -> [String] {
            try await testStore.store.journal.entries(after: 0, limit: 100).compactMap { entry in
                if case .news(let news) = SystemEvent(frame: entry.frame) { news.text } else { nil }
            }
        }

        /// Returns the rules' answers to a message at a journal position.
        func answers(at sequence: Int64) -> [Action] {
            let context = EventContext(now: testStore.time.now, me: Author.me.id, isLate: false, sequence: sequence)
            return engine.decide(.message(.make(text: "hello")), context).results.flatMap(\.actions)
        }
    }

    private static func config(_ answer: String, more: String = "", test: Bool = true) -> String {
        """
        version: 1
        \(more)
        rules:
          - id: greeting
            trigger: message
            when: { text: { contains: hello } }
            then: [{ reply: \(answer) }]
            tests: [{ name: it answers, given: { text: hello }, expect: { hit: \(test) } }]
        """
    }

    private static func setup(_ config: String = config("one")) async throws -> Setup {
        let testStore = try await TestStore()
        let folder = try TemporaryDirectory()
        try config.write(toFile: folder.path + "/config.yaml", atomically: true, encoding: .utf8)
        let compiled = try #require(
            CompiledConfiguration.check(folder.path + "/config.yaml", registry: BotRegistry([]), environment: [:]).compiled)
        let store = try testStore.store
        let sender = RecordingSender(as: Author.me, time: testStore.time)
        let engine = try await EventEngine(
            compiled, store: store, me: Author.me.id, sender: { _ in sender }, time: testStore.time, logger: testStore.logger
        ) { _ in .failed("the test has no server") }
        let health = HealthMonitor(startedAt: testStore.time.now)
        let reloader = ReloadService(
            compiled, engine: engine, store: store, health: health, time: testStore.time, logger: testStore.logger,
            failedFixtures: ReloadTests(time: testStore.time).failures)
        return Setup(testStore: testStore, folder: folder, reloader: reloader, engine: engine.ruleEngine, health: health)
    }

    @Test func `a reloaded configuration applies from its boundary entry on`() async throws {
        let setup = try await Self.setup()
        try setup.write(Self.config("two"))
        guard case .changed(let version, let boundary) = await setup.reloader.reload() else {
            Issue.record("it was not taken")
            return
        }
        #expect(setup.answers(at: boundary - 1) == [.reply("one")])
        #expect(setup.answers(at: boundary) == [.reply("two")])
        #expect(setup.reloader.current.rules.version == version)
        #expect(await setup.reloader.reload() == .unchanged(version: version))
        let entry = try #require(try await setup.testStore.store.journal.entries(after: 0, limit: 10).last)
        #expect(SystemEvent(frame: entry.frame) == .rulesChanged(version: version, at: setup.testStore.time.now))
        #expect(entry.sequence == boundary)
    }

    @Test(arguments: [
        ("version: 1\nrules: [", "error[syntax]"),
        (config("x").replacingOccurrences(of: "trigger: message", with: "trigger: mesage"), "unknown-trigger"),
        (config("x", test: false), "test-failed"), (config("x", more: "store: { path: elsewhere }"), "'store' cannot change"),
        (config("x", more: "send: { per_second: 1 }"), "'send' cannot change"),
    ])
    func `an invalid configuration changes nothing and is reported until fixed`(config: String, reason: String) async throws {
        let setup = try await Self.setup()
        let before = setup.reloader.current.rules.version
        try setup.write(config)
        guard case .refused(let lines) = await setup.reloader.reload() else {
            Issue.record("it was taken")
            return
        }
        #expect(lines.first?.contains(reason) == true, "\(lines)")
        #expect(setup.reloader.current.rules.version == before)
        #expect(setup.health.reasons == [StatusReport.Reason(part: "rules", lines: lines)])
        #expect(setup.answers(at: 1000) == [.reply("one")])
        try setup.write(Self.config("one"))
        #expect(await setup.reloader.reload() == .unchanged(version: before))
        #expect(setup.health.reasons == [])
    }

    private static let story = """
        {"v":1,"kind":"clan","members":[{"id":"an"}]}
        {"seq":1,"kind":"message","ch":"general","id":"m1","by":"an","text":"hello"}
        {"after":1,"not":["react"]}

        """

    @Test func `rules under which a recorded test fails are refused with the test and the rule`() async throws {
        let setup = try await Self.setup()
        let gate = "reload: { tests: cases }"
        try setup.write(Self.config("two", more: gate))
        guard case .refused(let missing) = await setup.reloader.reload() else {
            Issue.record("a folder that does not exist was taken")
            return
        }
        #expect(missing.first?.contains("config.yaml:2:18: error[no-folder] there is no folder") == true, "\(missing)")
        try FileManager.default.createDirectory(atPath: setup.folder.path + "/cases", withIntermediateDirectories: true)
        try Self.story.write(toFile: setup.folder.path + "/cases/case-1-7.jsonl", atomically: true, encoding: .utf8)
        guard case .changed = await setup.reloader.reload() else {
            Issue.record("rules that pass were refused")
            return
        }
        let wrong = Self.config("three }, { react: \"👀\"", more: gate)
        try setup.write(wrong)
        guard case .refused(let lines) = await setup.reloader.reload() else {
            Issue.record("rules that fail were taken")
            return
        }
        let place = "cases/case-1-7.jsonl:3:1: error[recorded-test-failed]"
        let reason = "\(place) after event 1, expected no react, but rule:greeting requests "
        #expect(lines.first?.hasPrefix(reason) == true, "\(lines)")
        #expect(setup.answers(at: 1000) == [.reply("two")])
        #expect(setup.health.reasons.map(\.part) == ["rules"])
        // The editor does not write such rules.
        let right = Self.config("two", more: gate)
        try setup.write(right)
        guard case .refused(let saving) = await setup.reloader.save(Self.edit(wrong, of: right)) else {
            Issue.record("rules that fail were saved")
            return
        }
        #expect(saving.first?.hasPrefix(reason) == true, "\(saving)")
        try FileManager.default.removeItem(atPath: setup.folder.path + "/cases/case-1-7.jsonl")
        try setup.write(wrong)
        guard case .changed = await setup.reloader.reload() else {
            Issue.record("without the test, the rules were refused")
            return
        }
    }

    @Test func `rules whose backtest finds what the configuration refuses are not activated`() async throws {
        let gate = "reload: { backtest: 1h, refuse: \"losses > 0\" }"
        let setup = try await Self.setup(Self.config("one", more: gate))
        let store = try setup.testStore.store
        for number in 1...3 {
            let message = Message.make(text: "hello \(number)", id: MessageID(1000 + Int64(number)), at: setup.testStore.time.now)
            try await store.journal.append([.make(message)])
            let sequence = try await store.reader.lastSequence()
            let context = EventContext(now: setup.testStore.time.now, me: Author.me.id, isLate: false, sequence: sequence)
            let decision = setup.engine.decide(.message(message), context)
            try await store.turns.commit([Turn(decision, about: .message(message), sequence: sequence)])
        }
        let harmless = Self.config("two", more: gate)
        try setup.write(harmless)
        guard case .changed = await setup.reloader.reload() else {
            Issue.record("rules that act as often were refused")
            return
        }
        try setup.write(Self.config("two", more: gate, test: false).replacing("contains: hello", with: "contains: hallo"))
        guard case .refused(let lines) = await setup.reloader.reload() else {
            Issue.record("rules that no longer act were taken")
            return
        }
        let reason = "config.yaml:2:33: error[refused-by-backtest] losses is 3 in the backtest, and losses > 0 is refused"
        #expect(lines.first?.hasSuffix(reason) == true, "\(lines)")
        #expect(setup.answers(at: 1000) == [.reply("two")])
        // What is older than the history does not count.
        setup.testStore.time.advance(by: .seconds(7200))
        guard case .changed = await setup.reloader.reload() else {
            Issue.record("rules were refused that had nothing to do in the last hour")
            return
        }
    }

    @Test func `a rollback restores the previous revision and reports that the files differ`() async throws {
        let setup = try await Self.setup()
        let first = setup.reloader.current.rules.version
        try setup.write(Self.config("two"))
        _ = await setup.reloader.reload()
        guard case .changed(first, let boundary) = await setup.reloader.rollBack(to: nil) else {
            Issue.record("it was not taken")
            return
        }
        #expect(setup.answers(at: boundary) == [.reply("one")])
        let second = try #require(
            CompiledConfiguration.check(
                setup.folder.path + "/config.yaml", registry: BotRegistry([]), environment: [:]
            ).compiled
        ).rules.version
        let line =
            "revision \(first) was activated manually, replacing \(second); the files on disk differ (revision \(second))"
        #expect(setup.health.reasons == [StatusReport.Reason(part: "rules", lines: [line])])
        #expect(try await setup.news() == ["↩ \(line)"])
        #expect(await setup.reloader.rollBack(to: "nonsense") == .refused(["no other revision found 'nonsense'"]))
        // The files are unchanged, so a reload takes them over again.
        guard case .changed = await setup.reloader.reload() else {
            Issue.record("the files were not taken over again")
            return
        }
        #expect(setup.health.reasons == [])
        #expect(try await setup.news().last == "✓ The rules on disk are valid and active: revision \(second)")
        // The revision set by the rollback equals the files again, so nothing differs.
        try setup.write(Self.config("one"))
        _ = await setup.reloader.reload()
        _ = await setup.reloader.rollBack(to: second)
        try setup.write(Self.config("two"))
        _ = await setup.reloader.rollBack(to: first)
        _ = await setup.reloader.rollBack(to: second)
        #expect(setup.health.reasons == [])
    }

    @Test func `moderators are told when a broken file is fixed and when one is removed with its rules`() async throws {
        let setup = try await Self.setup(Self.config("one", more: "include: [rules/*.yaml]"))
        let folder = setup.folder.path + "/rules"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        func write(_ text: String) throws { try text.write(toFile: folder + "/a.yaml", atomically: true, encoding: .utf8) }
        try write("version: 1\nrules: [")
        _ = await setup.reloader.reload()
        #expect(try await setup.news() == [])
        try write("version: 1\nrules: [{ id: more, trigger: message, then: [{ reply: more }] }]")
        guard case .changed(let mended, _) = await setup.reloader.reload() else {
            Issue.record("it was not taken")
            return
        }
        #expect(try await setup.news() == ["✓ The rules on disk are valid and active: revision \(mended)"])
        try FileManager.default.removeItem(atPath: folder + "/a.yaml")
        guard case .changed(let less, _) = await setup.reloader.reload() else {
            Issue.record("it was not taken")
            return
        }
        #expect(
            try await setup.news().last == "⚠ rules/a.yaml was removed, and with it the rules more: revision \(less)")
        let event = Event.system(.news(.init("well", at: setup.testStore.time.now)))
        guard
            case .awaiting(let prepare, _) = SystemNoticeHandler(channel: { _ in .random }).handle(
                event, in: EventContext(now: .distantPast, me: 0, isLate: false))
        else {
            Issue.record("nobody is told")
            return
        }
        #expect(try await prepare()().flatMap(\.actions) == [.send("well", to: .random)])
    }

    private static func edit(_ text: String, of before: String, keepsErrors: Bool = false) -> ConfigurationEdit {
        ConfigurationEdit(
            file: "config.yaml", text: text, digest: ConfigurationFiles.digest(of: before), author: "console",
            keepsErrors: keepsErrors)
    }

    @Test func `a saved file applies from its boundary entry on, which names its author`() async throws {
        let setup = try await Self.setup()
        let marks = setup.reloader.fingerprints
        #expect(!setup.reloader.isSaved(marks))
        guard
            case .written(.changed(let version, let boundary)) = await setup.reloader.save(
                Self.edit(Self.config("two"), of: Self.config("one")))
        else {
            Issue.record("it was not taken")
            return
        }
        #expect(setup.answers(at: boundary) == [.reply("two")])
        let entry = try #require(try await setup.testStore.store.journal.entries(after: 0, limit: 10).last)
        #expect(
            SystemEvent(frame: entry.frame)
                == .rulesChanged(version: version, by: "console", at: setup.testStore.time.now))
        #expect(setup.reloader.isSaved(setup.reloader.fingerprints))
        try setup.write(Self.config("three"))
        #expect(!setup.reloader.isSaved(setup.reloader.fingerprints))
    }

    @Test(arguments: [
        "version: 1\nrules: [", config("x").replacingOccurrences(of: "reply", with: "repyl"), config("x", test: false),
    ])
    func `a text with errors or failing tests is not written`(text: String) async throws {
        let setup = try await Self.setup()
        guard case .refused(let lines) = await setup.reloader.save(Self.edit(text, of: Self.config("one"))) else {
            Issue.record("it was written")
            return
        }
        #expect(!lines.isEmpty && setup.health.reasons == [])
        #expect(try String(contentsOfFile: setup.folder.path + "/config.yaml", encoding: .utf8) == Self.config("one"))
        #expect(setup.answers(at: 1000) == [.reply("one")])
    }

    @Test func `a text that is written in spite of its errors leaves the active rules, and says why`() async throws {
        let setup = try await Self.setup()
        let edit = Self.edit("version: 1\nrules: [", of: Self.config("one"), keepsErrors: true)
        guard case .written(.refused(let lines)) = await setup.reloader.save(edit) else {
            Issue.record("it was taken")
            return
        }
        #expect(lines.first?.contains("error[syntax]") == true)
        #expect(setup.health.reasons == [StatusReport.Reason(part: "rules", lines: lines)])
        #expect(setup.answers(at: 1000) == [.reply("one")])
        #expect(try String(contentsOfFile: setup.folder.path + "/.config.yaml.previous", encoding: .utf8) == Self.config("one"))
    }

    @Test func `a file that has changed since it was opened is not overwritten`() async throws {
        let setup = try await Self.setup()
        try setup.write(Self.config("theirs"))
        let outcome = await setup.reloader.save(Self.edit(Self.config("mine"), of: Self.config("one")))
        #expect(outcome == .refused([ConfigurationFileError.changed(file: "config.yaml").description]))
        #expect(try String(contentsOfFile: setup.folder.path + "/config.yaml", encoding: .utf8) == Self.config("theirs"))
    }

    @Test func `file marks detect a changed file, a renamed file and a new file`() async throws {
        let setup = try await Self.setup()
        let marks = setup.reloader.fingerprints
        #expect(setup.reloader.fingerprints == marks)
        try setup.write(Self.config("three"))
        let changed = setup.reloader.fingerprints
        #expect(changed != marks)
        try "version: 1".write(toFile: setup.folder.path + "/more.yaml", atomically: true, encoding: .utf8)
        #expect(setup.reloader.fingerprints != changed)
    }

    @Test(.timeLimit(.minutes(15))) func `the file watcher reloads a file once it stops changing`() async throws {
        let setup = try await Self.setup()
        let watch = FileWatcher(reloader: setup.reloader, time: setup.testStore.time, logger: setup.testStore.logger)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await watch.run() }
            await setup.testStore.time.waitForSleepers()
            try setup.write(Self.config("four"))
            // The first check sees the change, the second finds the file unchanged; the third starts after the files have been
            // read.
            for _ in 0..<3 { await setup.testStore.time.advanceToNextSleeper() }
            await setup.testStore.time.waitForSleepers()
            group.cancelAll()
        }
        #expect(setup.answers(at: 1000) == [.reply("four")])
    }
}
