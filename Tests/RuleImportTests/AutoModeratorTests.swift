import BotConfiguration
import RuleImport
import Testing

struct AutoModeratorTests {
    @Test(arguments: [
        ("title (includes): [spam, \"c++\"]", ["antispam", "we like C++"], ["spa m"]),
        ("body: [spam, free money]", ["this is SPAM!", "free money now"], ["antispam", "free moneys"]),
        ("body: [\"masterbat*\"]", ["a masterbat* here"], ["masterbation"]),
        ("title (starts-with): [\"[sale]\"]", ["[SALE] a bike"], ["bike [sale]"]),
        ("title+body (ends-with): [please?]", ["help please?"], ["please? help"]),
        ("body (full-exact): [\"!rules\"]", ["!RULES"], ["!rules now"]),
        ("body (full-text): [\"first\"]", ["...first!"], ["first of all"]),
        ("body (case-sensitive): [SPAM]", ["SPAM here"], ["spam here"]),
        ("body (regex): ['sp[a4]m+', 'colou?r']", ["SP4MMM", "the color"], ["xspam", "colours"]),
        ("body (regex, includes): ['sp[a4]m']", ["antispam4"], ["sp m"]),
        ("title (case-sensitive, regex, full-text): \"([A-Z0-9!,.]|\\\\W)+\"", ["WHY NOT 2, TODAY!"], ["Why not"]),
        ("title (regex): ['(?#letters)[\\u0400-\\u04ff]+']", ["привет"], ["hello"]),
        ("~title (regex): ['\\[(help|sale)\\]']\nbody: [bike]", ["a bike"], ["[help] a bike", "[sale] bike"]),
        ("domain: [shop.example]", ["https://www.shop.example/x"], ["https://myshop.example/"]),
        ("domain (starts-with): [m.]", ["see https://m.news.example/1"], ["see https://news.example/m.1", "m.news"]),
        ("url (regex): ['\\.(jpg|png)$']", ["https://a.example/b.png"], ["https://a.example/b.png.html", "b.png"]),
        ("body_shorter_than: 5", ["abc"], ["abcdef"]),
        ("title: [book]\ntitle#2 (includes): [recommend]", ["recommendations for a book?"], ["a book", "recommend me"]),
    ])
    func `a search finds what AutoModerator finds`(check: String, hits: [String], misses: [String]) throws {
        try expect("\(check)\naction: remove\n", from: .automoderator, hits: hits, misses: misses)
    }

    @Test(arguments: [
        ("title: [x]\naction: approve", "action"), ("author: { post_karma: \"< 5\" }\naction: remove", "author: post_karma"),
        ("title: [x]\nset_locked: true\naction: remove", "set_locked"),
        ("flair_text: Art\naction: remove", "flair_text"), ("title: [x]\ncolour: red\naction: remove", "colour"),
        ("body (regex): ['(a)\\1']\naction: remove", "body (regex)"), ("title: [x]\nmodmail: \"{{match-99}}\"", "modmail"),
        ("standard: video hosting sites\naction: remove", "standard"),
        ("parent_submission: { title: x }\naction: remove", "parent_submission: title"),
    ])
    func `what cannot be carried over makes a rule incomplete and is named`(rule: String, key: String) throws {
        let result = try imported(rule, from: .automoderator)
        #expect(result.rules.map(\.isComplete) == [false])
        #expect(result.rules.flatMap(\.remarks).filter { $0.kind == .gap }.map(\.key).contains(key))
        #expect(result.text.contains("# Incomplete: '\(key)'"))
    }

    @Test func `reports become reactions, and the age of an account is compared`() throws {
        let result = try imported("reports: 3\nauthor: { account_age: \"< 2 days\" }\naction: remove", from: .automoderator)
        #expect(result.rules.map(\.isAdapted) == [true])
        #expect(result.text.contains(#"    trigger: { reactions: { emoji: ["🚩"], people: ">= 3" } }"#))
        #expect(result.text.contains(#"    when: { author: { account_age: "< 2d" } }"#))
        _ = try compiled(result)
    }

    @Test func `a rule that would apply to more than its original is disabled`() throws {
        let result = try imported("author: { post_karma: \"< 5\" }\ntitle: [x]\naction: remove", from: .automoderator)
        #expect(result.text.contains("    mode: disabled\n"))
    }

    @Test func `a flair that is set becomes a label, and one that is asked for a role`() throws {
        let result = try imported("title: [x]\nset_flair: [Video, css]\nauthor: { flair_text: Staff }", from: .automoderator)
        #expect(result.rules.map(\.isAdapted) == [true])
        #expect(result.text.contains("- reply: \"🏷️ Video\"") && result.text.contains("has_role: [flair-staff]"))
        #expect(result.names.names.map(\.name) == ["flair-staff"])
    }

    @Test func `moderators are exempt from removals unless the rule says otherwise`() throws {
        func text(_ rest: String) throws -> String { try imported("title: [x]\n\(rest)", from: .automoderator).text }
        #expect(try text("action: remove").contains("except: { roles: [moderator] }"))
        #expect(try !text("action: remove\nmoderators_exempt: false").contains("    except:"))
        #expect(try !text("comment: hi").contains("    except:"))
    }

    @Test func `errors have positions in the page`() {
        let page = "title: [x]\naction: remove\n---\n# two\ntitle: \"y\naction: remove\n---\n- z\n---\npriority: high\ntitle: x\n"
        let (result, diagnostics) = RuleImport.read(page, file: "page", from: .automoderator)
        #expect(result.map { _ in } == nil)
        #expect(Set(diagnostics.map { "\($0.position.line):\($0.position.column)" }) == ["5:8", "8:1", "10:11"])
    }

    @Test func `the post above a comment is the first message of the thread`() throws {
        let rule = """
            type: comment
            body: ["+complete"]
            is_top_level: true
            author: { is_submitter: true }
            parent_submission: { set_flair: { text: Done, css_class: done }, id: [abc1] }
            """
        let result = try imported(rule, from: .automoderator)
        #expect(result.rules.map(\.isAdapted) == [true])
        #expect(result.text.contains("in: { threads: only }") && result.text.contains("author: { thread_starter: true }"))
        #expect(result.text.contains("channel: { is: [thread-abc1] }") && result.text.contains("reply: \"🏷️ Done\""))
        _ = try compiled(result)
    }

    @Test func `a crosspost is a forwarded message, and links to Facebook are found`() throws {
        let result = try imported("type: crosspost submission\nstandard: facebook links\naction: remove", from: .automoderator)
        #expect(result.rules.map(\.isAdapted) == [true])
        #expect(result.text.contains("forwarded: true") && result.text.contains("domain_in: [facebook.com"))
        _ = try compiled(result)
    }
}
