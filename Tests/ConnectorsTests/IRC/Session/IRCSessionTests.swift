import BotConfiguration
import ChatModel
import Foundation
import Testing

@testable import ConnectorKit
@testable import IRC

struct IRCSessionTests {
    private let lobby = "#lobby"
    private let labelled = "message-tags server-time echo-message labeled-response batch"

    private func settled(_ call: Int, _ result: Result<[IRCAcknowledgement], IRCSendError>) -> IRCPendingRequests.Settled {
        IRCPendingRequests.Settled(call: call, result: result)
    }

    @Test func `an endless line and an endless greeting end the connection`() {
        var table = IRCSessionHarness.joined()
        let piece = Array(repeating: UInt8(ascii: "a"), count: 64 << 10)
        for _ in 0..<15 { table.session.receive(piece, at: table.uptime, now: table.now) }
        table.say("")
        #expect(table.session.takeOutcome().end == nil, "it has ended after all")
        for _ in 0..<15 { table.session.receive(piece, at: table.uptime, now: table.now) }
        let kept = MemoryFootprint(of: table.session)
        #expect(kept.elements <= 200 && kept.bytes <= IRCLineDecoder.maxBytes + 4096, "\(kept)")
        table.say("")
        _ = table.session.takeOutcome()
        for _ in 0..<18 { table.session.receive(piece, at: table.uptime, now: table.now) }
        #expect(table.session.takeOutcome().end == .lost("the server sent a line that is too long"))

        var greeted = IRCSessionHarness(IRCSessionHarness.settings())
        let line = Array((":s CAP * LS * :" + String(repeating: "b", count: 8000) + "\r\n").utf8)
        for _ in 0..<2000 { greeted.session.receive(line, at: .zero, now: greeted.now) }
        #expect(greeted.session.takeOutcome().end == nil)
        for _ in 0..<200 { greeted.session.receive(line, at: .zero, now: greeted.now) }
        #expect(greeted.session.takeOutcome().end == .lost("the server's greeting is too long"))
    }

    @Test func `one PING acknowledges all lines sent together`() {
        var table = IRCSessionHarness.joined()
        #expect(table.session.enqueue([IRCText("a"), IRCText("b")], in: lobby, replyTo: "x", call: 1) == nil)
        #expect(table.session.enqueue([IRCText("waves", .action)], in: lobby, replyTo: nil, call: 2) == nil)
        #expect(
            table.written() == [
                "PRIVMSG #lobby :a", "PRIVMSG #lobby :b", "PRIVMSG #lobby :\u{1}ACTION waves\u{1}", "PING :mb-1",
            ])
        table.say(":s PONG s :mb-0", ":s PONG s")
        #expect(table.settled() == [])
        table.say(":s PONG s :mb-1")
        #expect(
            table.settled() == [
                settled(1, .success([IRCAcknowledgement(), IRCAcknowledgement()])), settled(2, .success([IRCAcknowledgement()])),
            ])
    }

    @Test func `a labeled echo acknowledges a message and carries its id`() throws {
        var table = IRCSessionHarness.joined(labelled)
        #expect(table.session.enqueue([IRCText("a")], in: lobby, replyTo: "id;1", call: 1) == nil)
        #expect(table.session.enqueue([IRCText("b", .notice)], in: lobby, replyTo: nil, call: 2) == nil)
        #expect(
            table.written() == [#"@label=m1;+draft/reply=id\:1 PRIVMSG #lobby :a"#, "@label=m2 NOTICE #lobby :b"])
        table.say(
            "@label=m2;msgid=B;time=2026-01-01T00:00:00.000Z :an!an@host NOTICE #lobby :b",
            "@label=m1;msgid=C :binh!b@c PRIVMSG #lobby :not ours", "@label=m9 :an!an@host PRIVMSG #lobby :nobody asked",
            "@label=m1;msgid=A :an!an@host PRIVMSG #lobby :a", "@label=m1;msgid=A2 :an!an@host PRIVMSG #lobby :again")
        #expect(
            table.settled() == [
                settled(2, .success([IRCAcknowledgement(msgid: "B", time: Date(timeIntervalSince1970: 1_767_225_600))])),
                settled(1, .success([IRCAcknowledgement(msgid: "A")])),
            ])
    }

    @Test func `a labeled ACK or batch acknowledges a message without an echo`() {
        var table = IRCSessionHarness.joined(labelled)
        for call in 1...3 { #expect(table.session.enqueue([IRCText("a")], in: lobby, replyTo: nil, call: call) == nil) }
        _ = table.written()
        table.say(
            "@label=m1 :s ACK", "@label=m2 :s BATCH +7 labeled-response", "@batch=7 :s NOTICE an :filtered", ":s BATCH -7",
            "@label=m3 :s BATCH +8 labeled-response", "@batch=8 :s 404 an #lobby :Cannot send", ":s BATCH -8")
        #expect(
            table.settled() == [
                settled(1, .success([IRCAcknowledgement()])), settled(2, .success([IRCAcknowledgement()])),
                settled(3, .failure(.refused(code: "404", text: "Cannot send"))),
            ])
    }

    @Test(arguments: ["404 an #LOBBY :no", "442 an #lobby :no", "401 an #lobby :no", "FAIL PRIVMSG NOPE #lobby :no"])
    func `a channel error before the PONG fails the message`(line: String) {
        var table = IRCSessionHarness.joined()
        #expect(table.session.enqueue([IRCText("a"), IRCText("b")], in: lobby, replyTo: nil, call: 1) == nil)
        _ = table.written()
        table.say(":s \(line)", ":s PONG s mb-1")
        let code = line.hasPrefix("FAIL") ? "NOPE" : String(line.prefix(3))
        #expect(table.settled() == [settled(1, .failure(.refused(code: code, text: "no")))])
        #expect(table.session.enqueue([IRCText("c")], in: lobby, replyTo: nil, call: 2) == nil)
        _ = table.written()
        table.say(":s PONG s mb-2")
        #expect(table.settled() == [settled(2, .success([IRCAcknowledgement()]))])
    }

    @Test func `an ambiguous refusal makes all sends to its channel ambiguous, and no others`() {
        var table = IRCSessionHarness.joined(
            "", IRCSessionHarness.settings(rooms: [IRCSettings.RemoteChannel("#lobby"), IRCSettings.RemoteChannel("#b")]))
        for (call, room) in [(1, "#lobby"), (2, "#lobby"), (3, "#b")] {
            #expect(table.session.enqueue([IRCText("a")], in: room, replyTo: nil, call: call) == nil)
        }
        _ = table.written()
        table.say(":s 404 an #lobby :no", ":s PONG s mb-1")
        let doubt = IRCSendError.ambiguous("1 of 2 lines were refused: no")
        #expect(
            table.settled() == [
                settled(1, .failure(doubt)), settled(2, .failure(doubt)), settled(3, .success([IRCAcknowledgement()])),
            ])
    }

    @Test func `on a lost connection sent messages are ambiguous and queued ones are not`() {
        var table = IRCSessionHarness.joined(
            "", IRCSessionHarness.settings(pace: IRCSettings.RateLimit(burst: 5, every: .seconds(2))))
        for call in 1...7 { #expect(table.session.enqueue([IRCText("a")], in: lobby, replyTo: nil, call: call) == nil) }
        #expect(table.written().count == 5)
        table.session.end(.lost("gone"))
        let settled = table.settled()
        #expect(settled.map(\.call) == Array(1...7))
        #expect(
            settled.map(\.result) == Array(repeating: .failure(.ambiguous("gone")), count: 5) + [
                .failure(.notConnected), .failure(.notConnected),
            ])
        #expect(table.session.enqueue([IRCText("a")], in: lobby, replyTo: nil, call: 8) == .notConnected)
    }

    @Test func `a missing acknowledgement ends the connection after thirty seconds, despite other lines`() {
        var table = IRCSessionHarness.joined()
        #expect(table.session.enqueue([IRCText("a")], in: lobby, replyTo: nil, call: 1) == nil)
        _ = table.written()
        for _ in 0..<29 {
            table.pass(.seconds(1))
            table.say(":binh!b@c PRIVMSG #lobby :still here")
        }
        #expect(table.session.takeOutcome().end == nil)
        table.pass(.seconds(1))
        let outcome = table.session.takeOutcome()
        #expect(outcome.end == .lost("no response within 30 s"))
        #expect(outcome.settled == [settled(1, .failure(.ambiguous("no response within 30 s")))])
    }

    @Test func `a silent connection is pinged and then ended`() {
        var table = IRCSessionHarness.joined()
        table.pass(.seconds(30))
        #expect(table.written() == ["PING :mb-alive"])
        table.pass(.seconds(29))
        table.say(":s PONG s :mb-alive")
        table.pass(.seconds(30))
        #expect(table.written() == ["PING :mb-alive"])
        table.pass(.seconds(30))
        #expect(table.session.takeOutcome().end == .lost("no data received for 60 s"))
    }

    @Test func `a paused session does not time out`() {
        var table = IRCSessionHarness.joined()
        #expect(table.session.enqueue([IRCText("a")], in: lobby, replyTo: nil, call: 1) == nil)
        _ = table.written()
        table.session.pause()
        for _ in 0..<100 { table.pass(.seconds(10)) }
        table.session.resume(at: table.uptime)
        table.pass(.seconds(1))
        #expect(table.session.takeOutcome().end == nil)
    }

    @Test func `every command is rate limited, and a PONG is sent at once`() {
        var table = IRCSessionHarness.joined(
            "", IRCSessionHarness.settings(pace: IRCSettings.RateLimit(burst: 3, every: .seconds(2))))
        for call in 1...4 { #expect(table.session.enqueue([IRCText("\(call)")], in: lobby, replyTo: nil, call: call) == nil) }
        #expect(table.written() == ["PRIVMSG #lobby :1", "PRIVMSG #lobby :2", "PRIVMSG #lobby :3"])
        table.say("PING :x")
        #expect(table.written() == ["PONG :x"])
        #expect(table.session.output(at: table.uptime) == .wait(until: table.uptime + .seconds(4)))
        table.pass(.seconds(4))
        #expect(table.written() == ["PRIVMSG #lobby :4"])
        table.pass(.seconds(2))
        #expect(table.written() == ["PING :mb-1"])
        #expect(table.session.output(at: table.uptime) == .idle)
    }

    @Test func `a long backlog is acknowledged in groups`() {
        var table = IRCSessionHarness.joined()
        for call in 1...1000 { #expect(table.session.enqueue([IRCText("a")], in: lobby, replyTo: nil, call: call) == nil) }
        let lines = table.written()
        #expect(lines.count { $0.hasPrefix("PRIVMSG") } == IRCSession.maxOutstanding)
        #expect(lines.count { $0.hasPrefix("PING") } == IRCSession.maxOutstanding / IRCSession.maxUnfencedLines)
        table.say(":s PONG s mb-1")
        #expect(table.written().count == IRCSession.maxUnfencedLines + 1)
    }

    @Test func `an impossible send fails at once`() {
        var table = IRCSessionHarness(IRCSessionHarness.settings())
        #expect(table.session.enqueue([IRCText("a")], in: lobby, replyTo: nil, call: 1) == .notConnected)
        table = IRCSessionHarness.joined()
        #expect(
            table.session.enqueue([IRCText("a")], in: "#other", replyTo: nil, call: 1)
                == .notJoined("the channel is not configured"))
        #expect(table.session.enqueue(.react("👍", msgid: "1"), in: lobby, call: 1) == .unsupported("reactions"))
        #expect(table.session.enqueue(.remove(msgid: "1"), in: lobby, call: 1) == .unsupported("deletion"))
        let limit = table.session.textBytes(in: lobby, .message)
        #expect(limit == 512 - ":an!an@host PRIVMSG #lobby :\r\n".utf8.count)
        let long = IRCText(String(repeating: "a", count: limit + 1))
        #expect(table.session.enqueue([long], in: lobby, replyTo: nil, call: 1) == .tooLong(bytes: limit + 1, limit: limit))
        #expect(table.session.enqueue([], in: lobby, replyTo: nil, call: 1) == nil)
        #expect(table.settled() == [settled(1, .success([]))])
    }

    @Test func `a send withdrawn before it was written is not sent`() {
        var table = IRCSessionHarness.joined()
        #expect(table.session.enqueue([IRCText("a")], in: lobby, replyTo: nil, call: 1) == nil)
        #expect(table.session.withdraw(1) == true)
        #expect(table.written() == [])
        #expect(table.session.enqueue([IRCText("a")], in: lobby, replyTo: nil, call: 2) == nil)
        _ = table.written()
        #expect(table.session.withdraw(2) == false)
        table.say(":s PONG s mb-1")
        #expect(table.settled() == [])
    }

    @Test func `queued lines are returned when the channel is left`() {
        var table = IRCSessionHarness.joined()
        #expect(table.session.enqueue([IRCText("a")], in: lobby, replyTo: nil, call: 1) == nil)
        table.say(":binh!b@c KICK #lobby an :out")
        #expect(table.written() == [])
        #expect(table.settled() == [settled(1, .failure(.notJoined("kicked by binh: out")))])
    }

    @Test func `reactions and deletions are sent and acknowledged`() {
        var table = IRCSessionHarness.joined(labelled + " draft/message-redaction")
        #expect(table.session.enqueue(.react("👍", msgid: "a b"), in: lobby, call: 1) == nil)
        #expect(table.session.enqueue(.react("👍", msgid: "a", isRemoval: true), in: lobby, call: 2) == nil)
        #expect(table.session.enqueue(.remove(msgid: "a b\r\nQUIT"), in: lobby, call: 3) == nil)
        #expect(
            table.written() == [
                #"@label=m1;+draft/reply=a\sb;+draft/react=👍 TAGMSG #lobby"#,
                "@label=m2;+draft/reply=a;+draft/unreact=👍 TAGMSG #lobby", "@label=m3 REDACT #lobby abQUIT",
            ])
        table.say("@label=m1;msgid=R :an!an@host TAGMSG #lobby", "@label=m3 FAIL REDACT UNKNOWN_MSGID #lobby a :unknown")
        #expect(
            table.settled() == [
                settled(1, .success([IRCAcknowledgement(msgid: "R")])),
                settled(3, .failure(.refused(code: "UNKNOWN_MSGID", text: "unknown"))),
            ])
    }
}
