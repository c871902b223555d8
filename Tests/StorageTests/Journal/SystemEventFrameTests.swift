import BotTesting
import ChatModel
import Foundation
import Testing

@testable import Storage

struct SystemEventFrameTests {
    private static let at = ManualTime().now.addingTimeInterval(0.125)
    private static let failure = SystemEvent.Failure(
        cause: 7, author: "rule:flood", action: "mute", clan: 301, channel: 201, reason: "this bot may not mute", at: at)

    private static let events: [SystemEvent] = [
        .started(at: at), .reconnected(gap: 61.5, at: at), .rulesChanged(version: "7c1f", at: at), .failed(failure),
        .undo(
            .init(
                cases: [1, 2], by: "mod", clan: 301, channel: 201,
                inverses: [.unmute(102, in: 201), .addRole(5, to: 102, of: 301)], at: at)),
        .answered(.init(question: "12 rule:ask", choice: .approve, at: at)), .expired(caseID: 9, clan: 301, channel: 201, at: at),
        .signal(.init(name: "raid", clan: 301, channel: 201, hops: 1, at: at)),
        .fired(.init(rule: "news", clan: 301, channel: 201, at: at)),
    ]

    @Test(arguments: events) func `a system event is read back from the journal without changes`(event: SystemEvent) async throws
    {
        let testStore = try await TestStore()
        try await testStore.store.journal.append([.make(event)])
        let entry = try #require(try await testStore.store.journal.entries(after: 0, limit: 1).first)
        #expect(SystemEvent(frame: entry.frame) == event)
        #expect(entry.kind == "system-\(event.kind)")
        #expect((entry.clan, entry.channel, entry.receivedAt) == (event.clan, event.channel, event.at))
    }

    @Test(arguments: [[UInt8](), Array("{".utf8), Array("{}".utf8), Array(#"{"unheard":{}}"#.utf8), [0x08, 0x01]])
    func `other bytes are not a system event`(bytes: [UInt8]) { #expect(SystemEvent(frame: bytes) == nil) }

    private static let later = at.addingTimeInterval(60)
    private static let pairs: [(SystemEvent, SystemEvent, Int)] = [
        (.expired(caseID: 9, clan: 301, channel: 201, at: at), .expired(caseID: 9, clan: 301, channel: 201, at: later), 1),
        (.expired(caseID: 9, clan: 301, channel: 201, at: at), .expired(caseID: 10, clan: 301, channel: 201, at: at), 2),
        (
            .answered(.init(question: "q", choice: .approve, at: at)),
            .answered(.init(question: "q", choice: .expire, at: later)),
            1
        ),
        (.failed(failure), .failed(failed(as: "mute", because: 7)), 1),
        (.failed(failure), .failed(failed(as: "kick", because: 7)), 2),
        (.failed(failure), .failed(failed(as: "mute", because: 8)), 2), (.started(at: at), .started(at: at), 2),
        (.rulesChanged(version: "7c1f", at: at), .rulesChanged(version: "7c1f", at: later), 2),
    ]

    private static func failed(as action: String, because cause: Int64) -> SystemEvent.Failure {
        .init(cause: cause, author: "rule:flood", action: action, clan: 301, channel: 201, reason: "otherwise", at: later)
    }

    @Test(arguments: pairs) func `a unique system event is journaled once`(
        first: SystemEvent, second: SystemEvent, count: Int
    ) async throws {
        let testStore = try await TestStore()
        #expect(try await testStore.store.journal.append([.make(first), .make(second)]) == count)
    }
}
