import BotKit
import Foundation

/// A bot with a command for each argument type. It replies with what it parsed.
struct ArgumentCatalogBot: Bot {
    enum Side: String, Choice { case heads, tails, edge }

    struct Wishes: BotOptions {
        var anonymous = false
        var days = 1
        var minShare = 0.5
        var tag: [String] = []
        var title: String?
    }

    struct Percent: WordArgument {
        static let expects = LocalizedText("a share such as 50%", vi: "một tỉ lệ, ví dụ 50%")
        var value: Int
        init?(_ word: String) {
            guard word.hasSuffix("%"), let value = Int(word.dropLast()), (0...100).contains(value) else { return nil }
            self.value = value
        }
    }

    static let manifest = Manifest("catalogue", needs: [.reply])
    let options: NoOptions

    var commands: [Command<Self>] {
        Command("none") { _ in [.reply("nothing")] }
        Command("num") { (_, number: Int) in [.reply("\(number)")] }
        Command("ratio") { (_, number: Double) in [.reply("\(number)")] }
        Command("yes") { (_, answer: Bool) in [.reply("\(answer)")] }
        Command("say", aliases: ["nói"]) { (_, word: String) in [.reply("\(word)")] }
        Command("two", arguments: ["name", LocalizedText("age", vi: "tuổi")]) { (_, name: String, age: Int) in
            guard age < 200 else { throw UsageError(LocalizedText("nobody is so old", vi: "không ai già như vậy"), about: 1) }
            guard name != "?" else { throw UsageError(LocalizedText("I do not know them", vi: "tôi không biết người này")) }
            return [.reply("\(name), \(age)")]
        }
        Command("tell") { (_, text: RemainingText) in
            [.reply("\(text.text)\(text.mentions.map { " \($0.range.start)-\($0.range.end)" }.joined())")]
        }
        Command("kudos", arguments: ["who", LocalizedText("why", vi: "lý do")]) { (_, who: Mention, why: RemainingText) in
            [.reply("\(who.user): \(why.text)")]
        }
        Command("role") { (_, role: RoleRef) in [.reply("\(role.id) \(role.name)")] }
        Command("go") { (_, channel: ChannelRef) in [.reply("\(channel.id) \(channel.name)")] }
        Command("quote") { (_, link: MessageLink) in [.reply("\(link.channel)/\(link.message)")] }
        Command("wait") { (_, time: Duration) in [.reply("\(time.components.seconds) s")] }
        Command("remind") { (_, time: Duration, what: RemainingText) in [.reply("\(time.components.seconds) s: \(what.text)")] }
        Command("open") { (_, link: URL) in [.reply("\(link.host() ?? "")")] }
        Command("run") { (_, code: CodeBlock) in [.reply("\(code.language): \(code.code)")] }
        Command("flip") { (_, side: Side) in [.reply("\(side)")] }
        Command("share") { (_, share: Percent) in [.reply("\(share.value)")] }
        Command("maybe") { (_, number: Int?, text: RemainingText?) in
            [.reply("\(number.map(String.init) ?? "-") \(text?.text ?? "-")")]
        }
        Command("perhaps") { (_, number: Int?) in [.reply("\(number.map(String.init) ?? "-")")] }
        Command("pick") { (_, words: [String]) in [.reply("\(words.count) \(words.prefix(5).joined(separator: "/"))")] }
        Command("all") { (_, people: [Mention]) in [.reply("\(people.map { "\($0.user)" }.joined(separator: "+"))")] }
        Command("poll", arguments: ["", "question", "choices"]) {
            (_, flags: Flags<Wishes>, question: String, choices: [String]) in
            [.reply("\(question): \(choices.joined(separator: "/"))\(Self.text(flags.value))")]
        }
        Command("poll close") { (_, number: Int) in [.reply("closed \(number)")] }
        Command("announce") { (_, flags: Flags<Wishes>, text: RemainingText) in [.reply("\(text.text)\(Self.text(flags.value))")]
        }
    }

    private static func text(_ wishes: Wishes) -> String {
        " [\(wishes.anonymous) \(wishes.days) \(wishes.minShare) \(wishes.tag.joined(separator: "+")) \(wishes.title ?? "-")]"
    }
}
