import BotTesting
import ChatModel
import Foundation
import Synchronization
import Testing

@testable import BotKit

struct StoredSettingsTests {
    private struct Poet: Bot {
        struct Settings: BotSettings {
            var verse = ""
            static var settings: [Setting<Self>] {
                Setting("verse", \.verse, "The verse", vi: "Câu thơ", length: 0...4000)
            }
        }
        static let manifest = Manifest("poet", needs: [.reply])
        let options: NoOptions

        func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
            [.reply(Draft(try await context.settings.verse))]
        }
    }

    private static func settings(changed times: Int, length: Int) -> StoredSettings {
        var settings = try! StoredSettings(nil)
        for index in 1...times {
            let text = "\(index)" + String(repeating: "x", count: length)
            _ = settings.set("verse", to: .string(text), by: "an", 101, at: Date(timeIntervalSince1970: 0))
        }
        return settings
    }

    @Test func `a decision records the values of settings without their changes`() async throws {
        let stored = try Self.settings(changed: 3, length: 10).stored()
        let records = Mutex<[InvocationRecord]>([])
        let memory = BotStateStore(
            load: { _ in stored },
            store: { record, isStored in
                records.withLock { $0.append(record) }
                isStored()
            })
        let bot = BotHandler(
            Poet(options: .init()), runtime: BotRuntime(supervisor: { _ in BotSupervisor(memory: memory) }))
        #expect(try await bot.says("go", 1) == [.reply("3xxxxxxxxxx")])
        let answers = records.withLock { $0 }.flatMap(\.reads).compactMap { read -> StoredSettings? in
            if case .state(let state) = read.answer { try? StoredSettings(state) } else { nil }
        }
        #expect(answers.map(\.values) == [["verse": "3xxxxxxxxxx"]])
        #expect(answers.map(\.changes.count) == [0])
    }

    @Test func `stored settings keep the latest changes that fit into the maximum size`() throws {
        let settings = Self.settings(changed: 50, length: 4000)
        #expect(settings.changes.count == 50)
        let stored = try settings.stored()
        #expect(stored.json.utf8.count <= StateJSON.maximum)
        let kept = try StoredSettings(stored)
        #expect(kept.values == settings.values)
        #expect(!kept.changes.isEmpty && kept.changes == Array(settings.changes.suffix(kept.changes.count)))
    }

    @Test func `values that exceed the maximum size are refused`() {
        #expect(throws: StateError.self) { try Self.settings(changed: 1, length: StateJSON.maximum).stored() }
    }
}
