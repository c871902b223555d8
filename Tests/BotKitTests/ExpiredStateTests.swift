import BotTesting
import Foundation
import Testing

@testable import BotKit

struct ExpiredStateTests {
    private static let end = Date(timeIntervalSince1970: 1_767_225_600)

    @Test(arguments: [
        ("~cooldowns/user:101", 60.1, true), ("~cooldowns/user:101", 59.9, false), ("~dialogues/201/101", 60.1, true),
        ("~dialogues/201/101", 59.9, false), ("user:101", 60.1, false), ("~else/101", 60.1, false),
    ])
    func `only cooldowns and dialogues expire, after two months`(key: String, days: Double, isWorthless: Bool) throws {
        let now = Self.end + days * 86_400
        #expect(ExpiredState.isExpired(try Self.value(under: key), under: key, at: now) == isWorthless)
        #expect(!ExpiredState.isExpired(StoredState(fingerprint: "", json: "{"), under: key, at: now))
    }

    @Test func `a running cooldown keeps the whole ledger`() throws {
        var ledger = try CooldownLedger(nil)
        ledger.begin("tea", Cooldown(length: .seconds(1), scope: .user), with: 1, at: Self.end)
        ledger.begin("coffee", Cooldown(length: .seconds(86_400 * 90), scope: .user), with: 2, at: Self.end)
        #expect(!ExpiredState.isExpired(try ledger.stored(), under: "~cooldowns/user:101", at: Self.end + 70 * 86_400))
    }

    @Test(arguments: [(29.9, 7), (30.1, nil as Int64?)])
    func `a dialogue expires after a month, stored or not`(days: Double, began: Int64?) throws {
        var dialogues = OpenDialogues()
        let key = DialogueKey(channel: 201, user: 101)
        dialogues.note(try Self.value(under: key.text), under: key.text)
        #expect(dialogues.began(key, at: Self.end + days * 86_400) == began)
    }

    @Test(arguments: [(29.9, 1 as MessageID?), (30.1, nil)])
    func `a command used more than a month ago has no message that an edit could follow`(days: Double, message: MessageID?) throws
    {
        var ledger = try CooldownLedger(nil)
        ledger.begin("tea", Cooldown(length: .seconds(1), scope: .user), with: 1, at: Self.end - 1)
        #expect(ledger.message(of: "tea", at: Self.end + days * 86_400) == message)
    }

    private static func value(under key: String) throws -> StoredState {
        if DialogueKey(key) != nil {
            return try DialogueRecord(command: "leave", start: .make(), began: 7, at: end, seed: 1).stored()
        }
        var ledger = try CooldownLedger(nil)
        ledger.begin("tea", Cooldown(length: .seconds(1), scope: .user), with: 1, at: end - 1)
        return try ledger.stored()
    }
}
