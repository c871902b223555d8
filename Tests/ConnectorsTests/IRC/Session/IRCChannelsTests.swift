import BotConfiguration
import ChatModel
import Foundation
import Testing

@testable import ConnectorKit
@testable import IRC

struct IRCChannelsTests {
    private let lobby = "#lobby"
    private let binh = IRCUser(nick: "binh")
    private let tagged = "message-tags server-time batch draft/chathistory"

    @Test func `channels are joined in one line, those with keys first`() {
        var table = IRCSessionHarness(
            IRCSessionHarness.settings(rooms: [
                IRCSettings.RemoteChannel("#a"), IRCSettings.RemoteChannel("#b", key: Secret("k")),
                IRCSettings.RemoteChannel("#c"),
            ]))
        table.say(":s CAP * LS :", ":s 001 an :hi", ":s 376 an :end")
        #expect(table.written().last == "JOIN #b,#a,#c k")
    }

    @Test func `channels beyond the line length or TARGMAX are joined in several lines`() {
        var table = IRCSessionHarness(IRCSessionHarness.settings(rooms: (0..<10).map { IRCSettings.RemoteChannel("#room\($0)") }))
        table.say(":s CAP * LS :", ":s 001 an :hi", ":s 005 an TARGMAX=JOIN:4 :ok", ":s 376 an :end")
        #expect(table.written().filter { $0.hasPrefix("JOIN") }.map { $0.split(separator: ",").count } == [4, 4, 2])
        table = IRCSessionHarness(
            IRCSessionHarness.settings(
                rooms: (0..<100).map { IRCSettings.RemoteChannel("#\(String(repeating: "r", count: 40))\($0)") }))
        table.say(":s CAP * LS :", ":s 001 an :hi", ":s 376 an :end")
        #expect(table.written().allSatisfy { $0.utf8.count <= 510 })
    }

    @Test func `the members of a channel are tracked`() {
        var table = IRCSessionHarness.joined("extended-join")
        #expect(table.session.channels["#LOBBY"]?.nicks.spellings == ["an", "binh"])
        #expect(
            table.events(
                after: ":cuc!c@h JOIN #Lobby", ":BINH!b@h NICK dao", ":dao!b@h TOPIC #lobby :news", ":cuc!c@h PART #lobby :bye",
                ":an!a@h KICK #lobby dao :out", ":em!e@h JOIN #lobby acc :Em", ":em!e@h QUIT :Ping timeout", ":x!y@z JOIN #other")
                == [
                    .joined(channel: lobby, IRCUser(nick: "cuc")), .renamed(channel: lobby, IRCUser(nick: "BINH"), to: "dao"),
                    .topic(channel: lobby, by: IRCUser(nick: "dao"), text: "news"),
                    .left(channel: lobby, IRCUser(nick: "cuc"), reason: "bye"),
                    .left(channel: lobby, IRCUser(nick: "dao"), reason: "out"),
                    .joined(channel: lobby, IRCUser(nick: "em", account: "acc")),
                    .left(channel: lobby, IRCUser(nick: "em"), reason: "Ping timeout"),
                ])
        #expect(table.session.channels[lobby]?.nicks.spellings == ["an"])
    }

    @Test(arguments: [
        [":binh!b@h QUIT :one.example.org two.example.org"], [":binh!b@h QUIT :Changing host"],
        [":s BATCH +2 netsplit *.net *.split", "@batch=2 :binh!b@h QUIT :anything", ":s BATCH -2"],
    ])
    func `a netsplit and the return from it yield no leave and join events`(lines: [String]) {
        var table = IRCSessionHarness.joined("batch")
        #expect(lines.flatMap { table.events(after: $0) } == [])
        #expect(table.session.channels[lobby]?.nicks.spellings == ["an"])
        #expect(table.events(after: ":BINH!b@h JOIN #lobby") == [])
        let left = IRCEvent.left(channel: lobby, IRCUser(nick: "binh"), reason: "")
        #expect(
            table.events(after: ":binh!b@h PART #lobby", ":binh!b@h JOIN #lobby") == [
                left, .joined(channel: lobby, IRCUser(nick: "binh")),
            ])
    }

    @Test func `a netjoin yields no join events`() {
        var table = IRCSessionHarness.joined("batch")
        #expect(table.events(after: ":s BATCH +1 netjoin a.b c.d", "@batch=1 :cuc!c@h JOIN #lobby", ":s BATCH -1") == [])
        #expect(table.session.channels[lobby]?.nicks.contains("cuc") == true)
    }

    @Test(arguments: ["see you.all later", "bye all.", "a.b", "a.b c.d e.f", "a.b c d"])
    func `a quit reason is not mistaken for a netsplit`(reason: String) {
        var table = IRCSessionHarness.joined()
        #expect(
            table.events(after: ":binh!b@h QUIT :\(reason)") == [
                .left(channel: lobby, IRCUser(nick: "binh"), reason: reason)
            ])
    }

    @Test func `a kicked client rejoins after a pause, and a refused join is retried with increasing delay`() {
        var table = IRCSessionHarness.joined()
        #expect(
            table.events(after: ":binh!b@h KICK #lobby an :out") == [
                .left(channel: lobby, IRCUser(nick: "an", isMe: true), reason: "out")
            ])
        #expect(table.session.channels[lobby]?.state == .kicked(by: "binh", reason: "out"))
        table.pass(.seconds(9))
        #expect(table.written() == [])
        table.pass(.seconds(1))
        #expect(table.written() == ["JOIN #lobby"])
        table.say(":s 474 an #lobby :Cannot join channel (+b)")
        #expect(table.session.channels[lobby]?.state == .refused(code: "474", text: "Cannot join channel (+b)"))
        table.pass(.seconds(19))
        #expect(table.written() == [])
        table.pass(.seconds(1))
        #expect(table.written() == ["JOIN #lobby"])
        table.say(":s 473 an #lobby :invite only", ":binh!b@h INVITE an #lobby")
        table.pass(.seconds(1))
        #expect(table.written() == ["JOIN #lobby"])
    }

    @Test func `a message event carries all known details`() {
        var table = IRCSessionHarness.joined(tagged)
        #expect(
            table.events(
                after:
                    "@msgid=1;time=2026-01-01T00:00:00.000Z;account=binh;bot;+draft/reply=0 :binh!b@h PRIVMSG #Lobby :hi \u{2}there",
                ":binh!b@h PRIVMSG #lobby :\u{1}ACTION waves\u{1}", ":binh!b@h NOTICE #lobby :psst",
                ":an!a@h PRIVMSG #lobby :own",
                ":binh!b@h PRIVMSG an :secret", ":binh!b@h PRIVMSG @#lobby :to operators", ":binh!b@h PRIVMSG #other :elsewhere",
                ":binh!b@h PRIVMSG #lobby", "PRIVMSG")
                == [
                    .message(
                        IRCMessage(
                            channel: lobby, by: IRCUser(nick: "binh", account: "binh"), text: "hi \u{2}there", msgid: "1",
                            time: table.now, replyTo: "0", isBot: true)),
                    .message(IRCMessage(channel: lobby, by: binh, text: "waves", kind: .action)),
                    .message(IRCMessage(channel: lobby, by: binh, text: "psst", kind: .notice)),
                    .message(IRCMessage(channel: lobby, by: IRCUser(nick: "an", isMe: true), text: "own")),
                ])
    }

    @Test func `reactions and deletions yield events`() {
        var table = IRCSessionHarness.joined(tagged)
        #expect(
            table.events(
                after: "@+draft/reply=1;+draft/react=👍 :binh!b@h TAGMSG #lobby",
                "@+reply=1;+draft/unreact=👍 :binh!b@h TAGMSG #lobby",
                "@+typing=active :binh!b@h TAGMSG #lobby", ":binh!b@h REDACT #lobby 1 :oops", ":binh!b@h REDACT #lobby")
                == [
                    .reacted(channel: lobby, msgid: "1", emoji: "👍", by: binh, isRemoval: false),
                    .reacted(channel: lobby, msgid: "1", emoji: "👍", by: binh, isRemoval: true),
                    .removed(channel: lobby, msgid: "1", by: binh),
                ])
    }

    @Test func `history is requested from the cursor page by page and marked late`() throws {
        var table = IRCSessionHarness.joined(tagged)
        table.say(":s 005 an CHATHISTORY=2 MSGREFTYPES=timestamp,msgid :ok")
        table.session.readHistory(of: lobby, since: HistoryCursor(msgid: "5", time: table.now))
        #expect(table.written() == ["CHATHISTORY AFTER #lobby msgid=5 2"])
        let events = table.events(
            after: ":s BATCH +1 chathistory #lobby", "@batch=1;msgid=6 :binh!b@h PRIVMSG #lobby :six",
            "@batch=1;msgid=7 :binh!b@h PRIVMSG #lobby :seven", "@batch=1 :binh!b@h PART #lobby", ":s BATCH -1")
        #expect(
            events == [
                .message(IRCMessage(channel: lobby, by: binh, text: "six", msgid: "6", isLate: true)),
                .message(IRCMessage(channel: lobby, by: binh, text: "seven", msgid: "7", isLate: true)),
                .history(channel: lobby, through: "7", isComplete: false),
            ])
        #expect(table.written() == ["CHATHISTORY AFTER #lobby msgid=7 2"])
        #expect(
            table.events(after: ":s BATCH +2 chathistory #lobby", ":s BATCH -2") == [
                .history(channel: lobby, through: nil, isComplete: true)
            ])
        #expect(table.written() == [])
        table.say(":s 005 an MSGREFTYPES=timestamp :ok")
        table.session.readHistory(of: lobby, since: HistoryCursor(msgid: "5", time: table.now))
        #expect(table.written() == ["CHATHISTORY AFTER #lobby timestamp=2026-01-01T00:00:00.000Z 2"])
    }

    @Test func `CTCP requests are answered at a limited rate`() {
        var table = IRCSessionHarness.joined()
        table.say(
            ":binh!b@h PRIVMSG an :\u{1}VERSION\u{1}", ":binh!b@h PRIVMSG an :\u{1}PING 12\u{1}",
            ":binh!b@h PRIVMSG an :\u{1}TIME\u{1}",
            ":binh!b@h NOTICE an :\u{1}VERSION x\u{1}")
        #expect(table.written() == ["NOTICE binh :\u{1}VERSION mezon-bot\u{1}"])
        table.uptime += .seconds(10)
        table.say(":binh!b@h PRIVMSG #lobby :\u{1}PING 12\u{1}")
        #expect(table.written() == ["NOTICE binh :\u{1}PING 12\u{1}"])
    }

    @Test func `the preferred nick is taken when it becomes free`() {
        var table = IRCSessionHarness(IRCSessionHarness.settings())
        table.say(":s CAP * LS :", ":s 433 * an :in use", ":s 001 an_ :hi", ":s 376 an_ :end", ":an_!a@h JOIN #lobby")
        table.say(":s 353 an_ = #lobby :an_ an")
        _ = table.written()
        table.pass(.seconds(180))
        #expect(table.written().contains("ISON an"))
        table.say(":s 303 an_ :an")
        #expect(table.written() == [])
        table.say(":an!x@y QUIT :bye")
        #expect(table.written() == ["NICK an"])
        _ = table.session.takeOutcome()
        #expect(table.events(after: ":an_!a@h NICK an") == [.renamed(channel: lobby, IRCUser(nick: "an_", isMe: true), to: "an")])
        #expect(table.session.channels.isMe("AN"))
        #expect(table.session.textBytes(in: lobby, .message) == 512 - ":an!a@h PRIVMSG #lobby :\r\n".utf8.count)
    }

    @Test func `the number of tracked nicks is bounded`() {
        var table = IRCSessionHarness.joined()
        for start in stride(from: 0, to: 100_000, by: 500) {
            table.say(":s 353 an = #lobby :" + (start..<(start + 500)).map { "n\($0)" }.joined(separator: " "))
        }
        #expect(table.session.channels[lobby]?.nicks.count == IRCChannels.maxNicks)
        table.say(":binh!b@h JOIN #lobby")
        #expect(table.session.channels[lobby]?.nicks.count == IRCChannels.maxNicks)
    }

    @Test func `unclosed batches are bounded, and circular ones terminate`() {
        var batches = IRCBatches()
        for number in 0..<10_000 {
            _ = batches.take(IRCLine("BATCH", ["+\(number)", "x"], tags: ["batch": "\(number - 1)"]))
        }
        let line = IRCLine("PRIVMSG", tags: ["batch": "9999"])
        #expect(batches.around(line).count == IRCBatches.maxDepth)
        #expect(batches.take(IRCLine("BATCH", ["-1"])) == nil)
        _ = batches.take(IRCLine("BATCH", ["+a", "x"], tags: ["batch": "b"]))
        _ = batches.take(IRCLine("BATCH", ["+b", "chathistory"], tags: ["batch": "a"]))
        #expect(batches.isLate(IRCLine("PRIVMSG", tags: ["batch": "a"])))
    }
}
