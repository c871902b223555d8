import ChatModel
import Testing

@testable import PatternMatching

@Suite struct LinkFinderTests {
    private func brief(_ link: FoundLink) -> String { "\(link.scheme.map { $0 + "://" } ?? "")\(link.host)\(link.path)" }

    private static let found: [(String, [String])] = [
        ("nhận quà tại https://bit.ly/abc nhé", ["https://bit.ly/abc"]),
        ("xem bit.ly/abc, mezon.ai!", ["bit.ly/abc", "mezon.ai"]),
        ("hxxps://evil.com/x?y=1#z", ["https://evil.com/x?y=1#z"]),
        ("HTTPS://WWW.Evil.COM./A", ["https://evil.com/A"]),
        ("evil[.]com và evil (dot) com và evil dot com", ["evil.com", "evil.com", "evil.com"]),
        ("evil [.] com / evil。com / evil．com", ["evil.com", "evil.com", "evil.com"]),
        ("https[:]//evil[.]com", ["https://evil.com"]),
        ("ｅｖｉｌ.com 𝐞𝐯𝐢𝐥.com e\u{200B}vil.com", ["evil.com", "evil.com", "evil.com"]),
        ("bit chấm ly/abc", ["bit.ly/abc"]),
        ("https://xn--pypal-4ve.com/login", ["https://pаypal.com/login"]),
        ("(https://a.com/b_(c))", ["https://a.com/b_(c)"]),
        ("https://a.com:8080/x http://[::1]/", ["https://a.com/x"]),
        ("https:\\\\evil.com\\x", ["https://evil.com\\x"]),
        ("chờ chút...discord.gg/abc", ["discord.gg/abc"]),
        ("http://localhost:7350 1.2.3.4/x", ["http://localhost", "1.2.3.4/x"]),
        ("tên miền đẹp.vn", ["đẹp.vn"]),
        ("discord://discord.com/x", ["discord://discord.com/x"]),
        ("xhttps://a.com", ["https://a.com"]),
        // Not links: mail addresses, files, versions, and sentences without a space.
        ("an@mezon.ai, an.b@evil.com", []),
        ("main.py README.md v1.2.3 3.14 file.tar.gz node.js", []),
        ("xong.Em đi.Là vậy... e.g. i.e. U.S.A", []),
        ("xong.la di.in ok.is", []),
        ("github.io is it", ["github.io"]),
        ("https:// http://. ://", []),
        ("đi chấm công, dot product of a dot b", []),
        ("", []),
    ]

    @Test(arguments: found)
    func `links are found as users write them`(text: String, links: [String]) {
        #expect(LinkFinder.links(in: text).map(brief) == links)
    }

    @Test func `a link has its range in the original text`() {
        let text = "😀 vào e\u{200B}vil[.]com/x, nhé"
        let links = LinkFinder.links(in: text)
        #expect(links.map(\.text) == ["e\u{200B}vil[.]com/x"])
        #expect(links.map(\.range) == [TextRange(7, 20)])
    }

    private static let labels: [(String, String?, Bool)] = [
        ("[https://mezon.ai](https://evil.com/x)", "mezon.ai", true),
        ("[mezon.ai](https://docs.mezon.ai/x)", "mezon.ai", false),
        ("[bấm vào đây](https://evil.com)", nil, false),
        ("https://mezon.ai@evil.com/login", "mezon.ai", true),
        ("https://user:pass@evil.com", nil, false),
    ]

    @Test(arguments: labels)
    func `a link whose text shows another host is mislabelled`(text: String, shown: String?, isMislabelled: Bool) {
        let links = LinkFinder.links(in: text)
        #expect(links.count == 1)
        #expect(links.first?.shown?.name == shown)
        #expect(links.first?.isMislabelled == isMislabelled)
    }

    @Test func `link markup is a link, with a target that may differ from its text`() {
        let text = "xem main.py, mezon.ai và đây"
        let links = LinkFinder.links(
            in: Content(
                text,
                markup: [
                    Markup("lk", TextRange(4, 11)), Markup("b", TextRange(0, 3)), Markup("lk", TextRange(90, 99)),
                    Markup("lk", TextRange(13, 21), attributes: ["url": .string("https://evil.com/x")]),
                    Markup("lk", TextRange(25, 28), attributes: ["url": .string("evil.me")]),
                ]))
        #expect(links.map(brief) == ["main.py", "https://evil.com/x", "evil.me"])
        #expect(links.map(\.text) == ["main.py", "mezon.ai", "đây"])
        #expect(links.map(\.isMislabelled) == [false, true, false])
    }

    @Test(arguments: [
        ("discord.gg/abc", true, false), ("https://discord.com/invite/abc", true, false),
        ("https://discord.com/channels/1", false, false),
        ("t.me/+abc", true, false), ("t.me/mezon", false, false), ("zalo.me/g/abc123", true, false),
        ("https://zalo.me/0912", false, false),
        ("https://mezon.ai/invite/1", true, false), ("https://mezon.ai/", false, false), ("bit.ly/abc", false, true),
        ("https://tinyurl.com/x", false, true), ("https://notbit.ly/x", false, false), ("discord.gg", false, false),
    ])
    func `invites and shorteners are recognized`(text: String, isInvite: Bool, isShortener: Bool) {
        let link = LinkFinder.links(in: text).first
        #expect(link?.isInvite == isInvite)
        #expect(link?.isShortener == isShortener)
    }

    @Test func `only the first fifty links of a message are found`() {
        #expect(LinkFinder.links(in: String(repeating: "a.com ", count: 1000)).count == LinkFinder.maxLinks)
    }

    @Test(arguments: ["a.", "a.b ", "[", "](", "a.py ", "://", "http://", "a@b.com ", " dot ", "[a](", "a . ", "https://a/"])
    func `links are found in linear time`(piece: String) {
        let start = ContinuousClock.now
        _ = LinkFinder.links(in: String(repeating: piece, count: 50_000 / piece.count))
        // Quadratic time would be minutes.
        #expect(ContinuousClock.now - start < .seconds(30))
    }
}
