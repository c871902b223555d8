import Testing

@testable import ConnectorKit
@testable import IRC

/// Tests which messages in history are the bot's own, and what a line says about its author.
struct IRCHistoryOverlapTests {
    private func said(_ table: inout IRCSessionHarness, _ line: String) -> IRCMessage? {
        table.events(after: ":s BATCH +1 chathistory #lobby", line, ":s BATCH -1").lazy.compactMap { event in
            if case .message(let said) = event { said } else { nil }
        }.first
    }

    /// The client is `an`, known as an@host.
    @Test(arguments: [
        (":an!an@host", true), (":an!~an@other.host", true), (":an", true), (":an!stranger@host", false),
        (":an_!an@host", true), (":AN__!an@host", true), (":an_7!an@host", false), (":an_10!an@host", true),
        (":an_!an@other.host", false), (":an_", false), (":binh!an@host", false), (":binh!b@h", false),
    ])
    func `a former nick marks a message as own unless user or host differ`(source: String, isMe: Bool) {
        var table = IRCSessionHarness.joined("message-tags batch")
        #expect(said(&table, "@batch=1;msgid=a \(source) PRIVMSG #lobby :x")?.isOwn == isMe)
    }

    @Test(arguments: [("mine", ":binh!b@h", true), ("Mine", ":an!an@host", true), ("theirs", ":an!an@host", false)])
    func `an account tag decides about own messages, regardless of the nick`(account: String, source: String, isMe: Bool) {
        var table = IRCSessionHarness.joined("message-tags batch account-tag")
        table.say(":s 900 an an!an@host mine :You are now logged in as mine")
        #expect(said(&table, "@batch=1;msgid=a;account=\(account) \(source) PRIVMSG #lobby :x")?.isOwn == isMe)
    }

    @Test func `without a login the nick decides about own messages`() {
        var table = IRCSessionHarness.joined("message-tags batch account-tag")
        table.say(":s 900 an an!an@host mine :You are now logged in as mine", ":s 901 an an!an@host :You are now logged out")
        #expect(said(&table, "@batch=1;msgid=a;account=x :an!an@host PRIVMSG #lobby :x")?.isOwn == true)
    }

    @Test func `a live message is own by the current nick alone`() {
        var table = IRCSessionHarness.joined("message-tags")
        let events = table.events(after: ":an!x@y PRIVMSG #lobby :a", ":an_!an@host PRIVMSG #lobby :b")
        #expect(
            events.map { event -> Bool? in
                guard case .message(let said) = event else { return nil }
                return said.isOwn
            } == [true, false])
    }

    @Test(arguments: [("CASEMAPPING=rfc1459", "{a}^"), ("CASEMAPPING=rfc1459-strict", "{a}^"), ("CASEMAPPING=ascii", "[a]^")])
    func `nicks are folded with the server's case mapping`(mapping: String, folded: String) {
        var table = IRCSessionHarness(IRCSessionHarness.settings())
        table.say(
            ":s CAP * LS :", ":s 001 an :hi", ":s 005 an \(mapping) :are supported", ":s 376 an :end", ":an!an@host JOIN #lobby",
            ":[A]^!b@h PRIVMSG #lobby :x", ":ĐÀ!b@h PRIVMSG #lobby :x")
        let people = table.session.takeOutcome().events.compactMap { event -> String? in
            if case .message(let said) = event { said.by.folded } else { nil }
        }
        #expect(people == [mapping.hasSuffix("rfc1459") ? "{a}~" : folded, "ĐÀ"])
    }

    @Test(arguments: ["bot", "draft/bot", "inspircd.org/bot"]) func `a bot tag marks a message as automatic`(tag: String) {
        var table = IRCSessionHarness.joined("message-tags")
        let events = table.events(after: "@\(tag) :b!b@h PRIVMSG #lobby :x", ":b!b@h PRIVMSG #lobby :y")
        #expect(
            events.map { event -> Bool? in
                guard case .message(let said) = event else { return nil }
                return said.isBot
            } == [true, false])
    }

    @Test(arguments: [("BOT=B", ["MODE an +B"]), ("BOT=", []), ("BOT=BB", []), ("BOT=+", []), ("-BOT", [])])
    func `bot mode is set when the network supports it`(token: String, said: [String]) {
        var table = IRCSessionHarness(IRCSessionHarness.settings())
        table.say(":s CAP * LS :", ":s 001 an :hi", ":s 005 an \(token) :are supported", ":s 376 an :end")
        #expect(table.written().filter { $0.hasPrefix("MODE") } == said)
    }
}
