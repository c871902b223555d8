import AsyncSupport
import BotConfiguration
import BotTesting
import ChatModel
import Foundation
import Storage
import Testing

@testable import MezonBotApp

@Suite(.timeLimit(.minutes(15)))
struct BackupServiceTests {
    private let testStore: TestStore
    private let health: HealthMonitor
    private var time: ManualTime { testStore.time }
    private var folder: String { testStore.path + "/backups" }

    init() async throws {
        testStore = try await TestStore()
        health = HealthMonitor(startedAt: testStore.time.now)
        try await testStore.store.journal.append([.make(.make(text: "hello"))])
    }

    /// Runs the service until the body ends.
    private func withService(
        every interval: Duration = .seconds(7200), keep: Int = 2, _ body: () async throws -> Void
    ) async throws {
        let service = BackupService(
            settings: BackupSettings(interval: interval, keep: keep), dataFolder: testStore.path,
            configuration: { ["config.yaml": "version: 1\n"] }, health: health, time: time, logger: testStore.logger)
        let task = Task { try await service.run() }
        await time.waitForSleepers()
        try await body()
        task.cancel()
        try await task.value
    }

    private func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }

    private func advance(minutes: Int) async {
        time.advance(by: .seconds(60 * minutes))
        await time.waitForSleepers()
    }

    @Test func `backups are made at the interval, and the newest ones are kept`() async throws {
        try await withService {
            #expect(try files() == ["mezon-bot-20260101T000000Z.tar"])
            await advance(minutes: 60)
            #expect(try files() == ["mezon-bot-20260101T000000Z.tar"])
            await advance(minutes: 60)
            #expect(try files() == ["mezon-bot-20260101T000000Z.tar", "mezon-bot-20260101T020000Z.tar"])
            for name in ["notes.tar", "mezon-bot-old.tar", "mezon-bot-20250101T000000Z.tar.bak"] {
                try "kept".write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
            }
            try "draft".write(toFile: folder + "/mezon-bot-20250101T000000Z.tar.part", atomically: true, encoding: .utf8)
            await advance(minutes: 60)
            await advance(minutes: 60)
        }
        #expect(
            try files() == [
                "mezon-bot-20250101T000000Z.tar.bak", "mezon-bot-20260101T020000Z.tar", "mezon-bot-20260101T040000Z.tar",
                "mezon-bot-old.tar", "notes.tar",
            ])
        let mode = try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? Int
        #expect(mode == 0o700)
        let newest = try BackupReader(folder + "/mezon-bot-20260101T040000Z.tar")
        #expect(try newest.verify(flag: CancellationFlag()) { _, _ in }.lastSequence == 1)
        #expect(health.reasons.isEmpty)
    }

    @Test func `a restart makes no further backup before the interval ends`() async throws {
        for _ in 0..<3 {
            try await withService { await advance(minutes: 30) }
        }
        #expect(try files().count == 1)
        try await withService { await advance(minutes: 30) }
        #expect(try files().count == 2)
    }

    @Test func `a step of the clock into the past does not end the backups`() async throws {
        try await withService {
            await advance(minutes: 120)
            time.step(by: .seconds(-86_400))
            await advance(minutes: 120)
        }
        // The newest one is kept, although its time is the earliest.
        #expect(try files() == ["mezon-bot-20251231T040000Z.tar", "mezon-bot-20260101T020000Z.tar"])
        try await withService { await advance(minutes: 119) }
        #expect(try files().count == 2)
    }

    @Test func `a failure is shown by the status until a backup succeeds`() async throws {
        try "a file".write(toFile: folder, atomically: true, encoding: .utf8)
        try await withService {
            #expect(health.reasons.map(\.part) == ["backup"])
            #expect(health.reasons.first?.lines.first?.hasPrefix("the scheduled backup failed: ") == true)
            #expect(health.reasons.first?.lines.last == "there is no backup in \(folder)")
            await advance(minutes: 10)
            #expect(health.isDegraded(.backup))
            try FileManager.default.removeItem(atPath: folder)
            await advance(minutes: 10)
            #expect(!health.isDegraded(.backup))
            #expect(try files() == ["mezon-bot-20260101T002000Z.tar"])
        }
    }

    @Test func `a configured folder is used`() throws {
        let settings = BackupSettings(path: "/var/backups/bot")
        let folder = BackupFolder(settings, dataFolder: "/data")
        #expect(folder.file(at: time.now) == "/var/backups/bot/mezon-bot-20260101T000000Z.tar")
    }
}
