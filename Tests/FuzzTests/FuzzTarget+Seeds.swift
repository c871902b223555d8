import BotTesting
import ChatModel
import Foundation
import Storage

extension FuzzTarget {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path

    /// Inputs of the kind that the target expects, from which others are made.
    var seeds: [[UInt8]] {
        switch self {
        case .assistant: Self.bytes(Self.calls)
        case .calendar: Self.files("RecurrenceTests/Corpus/calendars", ".ics", most: 16_384)
        case .configuration:
            Self.files("..", "config.yaml", most: 16_384) + Self.files("../Examples/Relay", ".yaml", most: 16_384)
                + Self.bytes([FuzzTarget.ruleText])
        case .content: Self.bytes(Self.contents)
        case .fixture: Self.files("BotsTests/Fixtures", ".jsonl", most: 4096)
        case .frame: Self.frames
        case .irc: Self.bytes(Self.sessions)
        case .journal: Self.files("FuzzTests/Corpus", "journal.jsonl", most: 32_768)
        case .matrix: Self.bytes(Self.syncs)
        case .phrase: ["en", "vi", "refused"].flatMap { Self.phrases(in: $0) } + Self.bytes(Self.notations)
        case .program: Self.bytes(Self.programLines)
        case .webhook: Self.bytes(Self.bodies)
        }
    }

    private static func bytes(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }

    private static func files(_ folder: String, _ ending: String, most: Int) -> [[UInt8]] {
        let folder = tests + "/" + folder
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let found = names.sorted().filter { $0.hasSuffix(ending) }.compactMap {
            FileManager.default.contents(atPath: folder + "/" + $0)
        }
        precondition(!found.isEmpty, "no seeds in \(folder)")
        return found.map { Array($0.prefix(most)) }
    }

    private static func phrases(in language: String) -> [[UInt8]] {
        let lines = files("RecurrenceTests/Corpus", "\(language).tsv", most: 1 << 20).flatMap { $0.split(separator: 0x0A) }
        return stride(from: 0, to: lines.count, by: 8).compactMap { lines[$0].split(separator: 0x09).first.map(Array.init) }
    }

    /// Traffic of a clan, and recorded frames of a server.
    private static var frames: [[UInt8]] {
        var traffic = TrafficGenerator(
            seed: 3, clan: 1_900_000_000_000_000_001, channels: [.general, .random], roles: [1_900_000_000_000_000_021],
            from: Date(timeIntervalSince1970: 1_767_787_200))
        let generated = (0..<60).map { _ in traffic.next().frame }
        let recorded = files("MezonProtocolTests/Golden", "frames.tsv", most: 1 << 20).flatMap { $0.split(separator: 0x0A) }
            .compactMap { line in line.split(separator: 0x09).last.flatMap { hexadecimal(Array($0)) } }
        return generated + recorded
    }

    private static func hexadecimal(_ digits: [UInt8]) -> [UInt8]? {
        let text = String(decoding: digits, as: UTF8.self)
        var bytes: [UInt8] = []
        var rest = text[...]
        while rest.count >= 2 {
            guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        return bytes
    }

    private static let calls = [
        #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{}}}"#,
        #"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"status","arguments":{"clan":"lab"}}}"#,
        #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
        #"{"jsonrpc":"2.0","id":1.5,"error":{"code":-32600,"message":"no"}}"#,
    ]

    private static let contents = [
        #"{"t":"hello @an https://mezon.ai","mk":[{"type":"lk","s":10,"e":26},{"type":"b","s":0,"e":5}],"ej":[{"emojiid":"1","s":0,"e":2}]}"#,
        #"{"question":"Lunch?","answers":[{"index":0,"label":"Phở"},{"index":1,"label":"Bún"}],"answer_counts":[1,"2"],"expire_at":1780000000}"#,
        #"{"embed":[{"title":"a","url":"https://a.example","fields":[{"name":"key","value":"share_contact"},{"name":"user_id","value":"5"}]}]}"#,
        #"{"t":"https://www.google.com/maps?q=10.7769,106.7009&z=14&t=m&mapclient=embed"}"#,
        #"{"t":"x","components":[{"components":[{"id":"yes","type":1,"component":{"label":"Yes","style":3}}]}]}"#, "not JSON",
        "[1,2]",
    ]

    private static let sessions = [
        """
        :s CAP * LS :sasl=PLAIN,SCRAM-SHA-256 message-tags server-time batch draft/chathistory echo-message sts=port=6697,duration=60
        :s CAP an ACK :message-tags server-time batch
        :s 001 an :hi
        :s 005 an CASEMAPPING=rfc1459 CHANTYPES=# PREFIX=(ov)@+ NICKLEN=30 CHATHISTORY=50 LINELEN=1024 :are supported
        :s 376 an :end
        :an!an@host JOIN #lobby
        :s 353 an = #lobby :@an +binh
        @time=2026-01-07T12:00:00.000Z;msgid=a1;+draft/reply=b :binh!b@host PRIVMSG #lobby :\u{2}hello\u{2} \u{3}04,01red\u{f} https://a.example
        :binh!b@host PRIVMSG #lobby :\u{1}ACTION waves\u{1}
        :s BATCH +1 chathistory #lobby
        @batch=1;msgid=a0 :binh!b@host PRIVMSG #lobby :before
        :s BATCH -1
        :binh!b@host NICK :bình
        :binh!b@host QUIT :a.example b.example
        PING :x
        :s 433 * an :in use
        ERROR :Closing link

        """
    ]

    private static let syncs = [
        #"{"next_batch":"s1","rooms":{"join":{"!r:example.org":{"timeline":{"limited":true,"prev_batch":"p","events":[{"event_id":"$1","sender":"@an:example.org","type":"m.room.message","origin_server_ts":1767787200000,"content":{"msgtype":"m.text","body":"hi","format":"org.matrix.custom.html","formatted_body":"<b>hi</b>","m.relates_to":{"rel_type":"m.replace","event_id":"$0"}}}]},"state":{"events":[]}}},"leave":{},"invite":{}}}"#,
        #"<p>hello <b>bold <i>both</i></b> <a href="https://matrix.to/#/@an:example.org">An</a> &amp; &#x1F600; <span data-mx-spoiler="x">y</span></p>"#,
        "<pre><code class=\"language-swift\">let x = 1</code></pre><ol start=\"3\"><li>a<ul><li>b</li></ul></li></ol><blockquote>q</blockquote><del>x</del>",
    ]

    private static let notations = [
        "every day at 9:00", "every 2nd tuesday at 14:00", "mỗi thứ hai lúc 9 giờ", "0 9 * * MON-FRI", "*/5 * * * *",
        "cron 0 0 29 2 *",
        "FREQ=MONTHLY;BYDAY=-1FR;COUNT=10", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;UNTIL=20300101T000000Z", "every 45m",
    ]

    private static let programLines = [
        #"{"hello":1,"name":"echo","commands":[{"name":"echo","summary":"says it again","arguments":[{"name":"text","kind":"rest"}]}]}"#,
        #"{"turn":1,"actions":[{"reply":{"text":"hi","poll":{"question":"a","answers":["b","c"]}}},{"wait":"1m"},{"react":"👍"}]}"#,
        #"{"turn":1,"read":"member","user":"5"}"#, #"{"turn":1,"write":{"a":[1,2,{"b":null}]},"scope":"user"}"#,
        #"{"turn":1,"error":"no"}"#,
    ]

    private static let bodies = [
        #"{"text":"hello *bold* _it_ <https://a.example|a> <@U1> ```code```","attachments":[{"title":"t","text":"x","color":"danger"}]}"#,
        #"{"blocks":[{"type":"section","text":{"type":"mrkdwn","text":"*a*"}},{"type":"rich_text","elements":[{"type":"rich_text_list","elements":[]}]}]}"#,
        #"{"content":"hello **bold**","embeds":[{"title":"t","description":"d","url":"https://a.example","fields":[{"name":"n","value":"v"}]}]}"#,
        #"{"ref":"refs/heads/main","repository":{"full_name":"a/b"},"commits":[{"message":"m","author":{"name":"An"}}],"pusher":{"name":"An"},"pull_request":{"title":"x","number":1},"issue":{"title":"y"},"action":"opened"}"#,
        "payload=%7B%22text%22%3A%22hi%22%7D", "plain text",
    ]

    /// Rules with conditions and actions of many kinds.
    static let ruleText = """
        version: 1
        bot: { gateway: local }
        rules:
          - id: words
            trigger: [message, edit]
            when: { text: { contains: [hello, "đồ ngu", "xin chào"], read: [text, embed, quoted, display_name] } }
            then: [{ reply: "hi {{ author.name }}" }]
          - { id: pattern, trigger: message, when: { text: { matches: "(a|b)+[0-9]{2,}", ignore: [urls] } }, then: [delete] }
          - { id: links, trigger: message, when: { links: { count: ">= 1" } }, then: [warn] }
          - id: flood
            trigger: message
            when: { flood: { count: "> 1", within: 60s, per: user } }
            then: [{ mute: { for: 10m, in: here } }]
          - { id: copies, trigger: message, when: { duplicate: { count: "> 1", within: 60s } }, then: [delete] }
          - { id: capitals, trigger: message, when: { caps: { ratio: ">= 0.7", min_letters: 5 } }, then: [delete] }
          - { id: emoji, trigger: message, when: { any: [{ emoji: { count: "> 3" } }, { repeat_chars: { run: "> 5" } }] }, then: [delete] }
          - { id: files, trigger: message, when: { attachments: { any: { extension_in: [exe] } } }, then: [{ react: "👍" }] }
          - { id: mentions, trigger: message, when: { mentions: { total: "> 3" } }, then: [delete] }
          - { id: forms, trigger: button, when: { form: { field: days, is: "3" } }, then: [{ reply: "noted" }] }
          - { id: reaction, trigger: reaction, then: [{ reply: "thank you" }] }

        """
}
