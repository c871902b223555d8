import BotKit
import BotTesting
import Foundation
import Storage
import Synchronization
import Testing

@testable import BotKit
@testable import MezonBotApp

struct CrashLogTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func name(_ sequence: Int64) -> InvocationRecord.Name {
        InvocationRecord.Name(sequence: sequence, author: "bot:kudos")
    }

    @Test func `a process end without a crash blames no invocation`() throws {
        let log = try CrashLog(folder: folder.path)
        let marks = try #require(log.markers(of: "kudos"))
        _ = marks.begin(name(1))
        #expect(try CrashLog(folder: folder.path).crashes == [])
    }

    @Test func `a crash in a bot's code blames only that invocation`() throws {
        try trap(enteringAttempt: true)
        let crash = BotCrash(sequence: 2, author: "bot:kudos", bot: "kudos")
        #expect(try CrashLog(folder: folder.path).crashes == [crash])
    }

    @Test func `a crash after a suspension blames all running invocations and no completed one`() throws {
        try trap(enteringAttempt: false)
        #expect(try CrashLog(folder: folder.path).crashes.map(\.sequence).sorted() == [1, 2])
    }

    @Test func `a crash is reported once`() throws {
        try trap(enteringAttempt: true)
        _ = try CrashLog(folder: folder.path)
        #expect(try CrashLog(folder: folder.path).crashes == [])
    }

    @Test func `a corrupt crash log is ignored`() throws {
        try Data(repeating: 0xFF, count: 200_000).write(to: URL(fileURLWithPath: folder.path + "/in-progress"))
        #expect(try CrashLog(folder: folder.path).crashes == [])
    }

    @Test func `invocations beyond the 512 slots are not marked`() throws {
        let marks = try #require(try CrashLog(folder: folder.path).markers(of: "kudos"))
        let slots = (1...600).map { marks.begin(name($0)) }
        #expect(slots.compactMap(\.self).count == 512)
        for slot in slots.compactMap(\.self) { marks.end(slot) }
        #expect(marks.begin(name(1)) != nil)
    }

    /// Simulates a crash in the second of two running invocations, after a third has completed. The signal handler's part is
    /// done by hand.
    private func trap(enteringAttempt: Bool) throws {
        let log = try CrashLog(folder: folder.path)
        let marks = try #require(log.markers(of: "kudos"))
        let slots = (1...3).map { marks.begin(name($0)) }
        marks.end(try #require(slots[2]))
        let slot = try #require(slots[1])
        log.attributing(to: "kudos")() {
            if enteringAttempt { marks.enter(slot) }
            CrashMarker.mark()
        }
    }
}
