import ChatModel
import Foundation
import Testing

@testable import ConnectorKit
@testable import IRC

struct IRCHistoryTests {
    private let capabilities = "message-tags batch server-time draft/chathistory"
    private let known = HistoryCursor(msgid: "m0", time: Date(timeIntervalSince1970: 1_767_225_600))

    /// Returns a page with that many lines, each with the given tags in which `{n}` is its number.
    private func page(_ count: Int, tags: String = "msgid=m{n}", head: String = "", command: String = "PRIVMSG") -> [String] {
        ["\(head)BATCH +1 chathistory #lobby"]
            + (1...max(count, 1)).prefix(count).map { number in
                "@batch=1;\(tags.replacing("{n}", with: "\(number)")) :binh!b@h \(command) #lobby :\(number)"
            } + ["BATCH -1"]
    }

    private func reading(_ features: String = "", _ capabilities: String? = nil) -> IRCSessionHarness {
        var table = IRCSessionHarness.joined(capabilities ?? self.capabilities)
        if !features.isEmpty { table.say(":s 005 an \(features) :are supported") }
        table.session.readHistory(of: "#lobby", since: known)
        return table
    }

    private func marks(_ table: inout IRCSessionHarness) -> [IRCEvent] {
        table.session.takeOutcome().events.filter { if case .history = $0 { true } else { false } }
    }

    @Test func `a full page requests the next one, and progress is reported per page`() {
        var table = reading("CHATHISTORY=3")
        #expect(table.written() == ["CHATHISTORY AFTER #lobby msgid=m0 3"])
        for line in page(3) { table.say(line) }
        #expect(table.written() == ["CHATHISTORY AFTER #lobby msgid=m3 3"])
        #expect(marks(&table) == [.history(channel: "#lobby", through: "m3", isComplete: false)])
        for line in page(2) { table.say(line) }
        #expect(table.written() == [])
        #expect(marks(&table) == [.history(channel: "#lobby", through: "m2", isComplete: true)])
    }

    @Test(arguments: ["TAGMSG", "JOIN", "WHATEVER"])
    func `every line of a page counts, regardless of its command`(command: String) {
        var table = reading("CHATHISTORY=3")
        _ = table.written()
        for line in page(3, command: command) { table.say(line) }
        #expect(table.written() == ["CHATHISTORY AFTER #lobby msgid=m3 3"])
    }

    @Test func `without message ids history continues from timestamps`() {
        var table = reading("CHATHISTORY=2 MSGREFTYPES=timestamp")
        #expect(table.written() == ["CHATHISTORY AFTER #lobby timestamp=2026-01-01T00:00:00.000Z 2"])
        for line in page(2, tags: "time=2026-01-01T00:00:0{n}.500Z") { table.say(line) }
        #expect(table.written() == ["CHATHISTORY AFTER #lobby timestamp=2026-01-01T00:00:02.498Z 2"])
    }

    @Test func `an unknown message id is replaced by its time once`() {
        var table = reading()
        _ = table.written()
        table.say(":s FAIL CHATHISTORY INVALID_MSGREFTYPE #lobby :no such message")
        #expect(table.written() == ["CHATHISTORY AFTER #lobby timestamp=2026-01-01T00:00:00.000Z 100"])
        table.say(":s FAIL CHATHISTORY MESSAGE_ERROR #lobby :not today")
        #expect(table.written() == [])
        #expect(table.session.takeOutcome().incomplete == ["#lobby"])
    }

    @Test func `with labels, history played without a request is not taken as a reply`() {
        var table = reading("CHATHISTORY=3", capabilities + " labeled-response")
        #expect(table.written() == ["@label=h1 CHATHISTORY AFTER #lobby msgid=m0 3"])
        for line in page(1) { table.say(line) }
        #expect(marks(&table) == [])
        for line in page(3, head: "@label=h1 ") { table.say(line) }
        #expect(table.written() == ["@label=h2 CHATHISTORY AFTER #lobby msgid=m3 3"])
        table.say("@label=h2 BATCH +0 labeled-response", "@batch=0 BATCH +1 chathistory #lobby", "BATCH -1", "BATCH -0")
        #expect(marks(&table).last == .history(channel: "#lobby", through: nil, isComplete: true))
    }

    @Test func `the number of history pages is limited, and the cut is reported`() {
        var table = reading("CHATHISTORY=1")
        var requests = 0
        while table.written().count == 1 {
            requests += 1
            for line in page(1) { table.say(line) }
            table.uptime += .seconds(60)
        }
        #expect(requests == IRCHistory.maxPages)
        let outcome = table.session.takeOutcome()
        #expect(outcome.incomplete == ["#lobby"])
        #expect(outcome.events.last == .history(channel: "#lobby", through: "m1", isComplete: false))
    }

    @Test(arguments: [("", true, true), ("", false, true), ("message-tags batch draft/chathistory", false, false)])
    func `history is complete when the network keeps none`(capabilities: String, knows: Bool, isComplete: Bool) {
        var table = IRCSessionHarness.joined(capabilities)
        table.session.readHistory(of: "#lobby", since: knows ? known : nil)
        #expect(table.written() == [])
        #expect(marks(&table) == (isComplete ? [.history(channel: "#lobby", through: nil, isComplete: true)] : []))
    }

    @Test func `an unrequested page, or one of a channel that was left, requests nothing`() {
        var table = reading("CHATHISTORY=1")
        _ = table.written()
        table.say(":an!an@host PART #lobby")
        for line in page(1) { table.say(line) }
        #expect(marks(&table) == [])
        #expect(!table.written().contains { $0.hasPrefix("CHATHISTORY") })
    }
}
