import ChatModel
import Foundation
import Testing

/// Names in stored JSON. A journal stays readable only if none of them changes.
struct StoredNamesTests {
    private static let at = Date(timeIntervalSinceReferenceDate: 0)

    private func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test func `actions keep their stored names`() throws {
        #expect(try json(Action.cancel("a")) == #"{"dismiss":{"_0":"a"}}"#)
        let job = ScheduledJob("a", due: Self.at, timetable: "b", note: .bool(true))
        let stored = #"{"channel":"0","clan":"0","due":0,"name":"a","note":true,"timetable":"b","user":"0"}"#
        #expect(try json(Action.schedule(job)) == #"{"appoint":{"_0":\#(stored)}}"#)
        #expect(try json(Action.directMessage("a", to: 5)).hasPrefix(#"{"direct":{"_0":{"#))
        #expect(try json(Action.ephemeral("a", to: 5)).hasPrefix(#"{"whisper":{"_0":{"#))
    }

    @Test(arguments: [
        (SystemEvent.fired(.init(rule: "a", clan: 1, channel: 2, at: at)), "fired"),
        (.answered(.init(question: "a", choice: .approve, at: at)), "answered"), (.news(.init("a", at: at)), "news"),
        (.operated(.init(.pausedJob, 1, of: "a", clan: 2, channel: 3, by: "b", at: at)), "operated"),
        (.expired(caseID: 1, clan: 2, channel: 3, at: at), "expired"),
        (.lapsed(caseID: 1, clan: 2, channel: 3, at: at), "lapsed"),
        (.failed(.init(cause: 1, author: "a", action: "b", clan: 2, channel: 3, reason: "c", at: at)), "failed"),
    ])
    func `system events keep their stored names`(event: SystemEvent, name: String) throws {
        let stored = try json(event)
        #expect(stored.hasPrefix("{\"\(name)\":{"))
        #expect(try json(Event.system(event)) == "{\"house\":{\"_0\":\(stored)}}")
        #expect(SystemEvent(frame: event.frame) == event)
    }

    @Test func `the parts of system events keep their stored names`() throws {
        #expect(
            try json(SystemEvent.retried(.init(deadLetter: 1, entry: 2, author: "a", clan: 3, channel: 4, at: Self.at)))
                == #"{"retried":{"_0":{"at":0,"author":"a","channel":"4","clan":"3","entry":2,"letter":1}}}"#)
        let job = ScheduledJob("a", due: Self.at)
        let occurrence = SystemEvent.Occurrence(author: "b", job, at: Self.at, isDismissed: true)
        #expect(
            try json(SystemEvent.due(occurrence))
                == #"{"due":{"_0":{"appointment":\#(try json(job)),"at":0,"author":"b","dismissed":true,"skipped":0}}}"#)
    }

    @Test func `each former event name leads to a present one`() {
        #expect(Set(SystemEvent.formerKinds.values).count == SystemEvent.formerKinds.count)
        #expect(
            SystemEvent.formerKinds["house-failed"]
                == Event.system(
                    .failed(
                        .init(
                            cause: 1, author: "a", action: "b", clan: 2, channel: 3, reason: "c", at: Self.at))
                ).kind)
    }
}
