import BotKit
import BotTesting
import Testing

@testable import Bots

struct FAQTests {
    private static let entries = [
        FAQ.Entry(question: "Xin nghỉ phép thế nào?", answer: "Gõ *leave."),
        FAQ.Entry(question: "Where is the office?", answer: "Hà Nội, tầng 3."),
        FAQ.Entry(question: "Wifi của văn phòng?", answer: "NCC-guest"),
    ]

    private func clan(_ locale: String = "en") async throws -> TestClan {
        var options = FAQ.Options()
        options.entries = Self.entries
        options.editors = [77]
        return try await TestClan(
            FAQ(options: options), rules: "version: 1\nnames: { roles: { hr: \"77\" } }\nbot: { locale: \(locale) }\n")
    }

    @Test(arguments: [
        ("nghi phep", 0), ("NGHỈ PHÉP", 0), ("xin nghỉ phép", 0), ("office", 1), ("ofice", 1), ("where is the ofice?", 1),
        ("wifi", 2),
        ("van phong", 2),
    ])
    func `a question is found without diacritics and with typing errors`(words: String, index: Int) async throws {
        let entry = Self.entries[index]
        #expect(try await clan().user("an").says("*faq \(words)") == [.reply("\(entry.question)\n\(entry.answer)")])
    }

    @Test func `similar questions are suggested, and an unknown one is admitted`() async throws {
        let clan = try await clan("vi")
        #expect(try await clan.user("an").says("*faq nghỉ ốm") == [.reply("Ý bạn là:\n• Xin nghỉ phép thế nào?")])
        #expect(try await clan.user("an").says("*faq lương") == [.reply("Tôi chưa biết gì về điều đó.")])
        #expect(try await clan.user("an").says("*faq \u{200B}!?") == [.reply("Tôi chưa biết gì về điều đó.")])
        #expect(
            try await clan.user("an").says("*faq") == [
                .reply(Draft(Self.entries.map { "• \($0.question)" }.joined(separator: "\n")))
            ])
    }

    @Test func `only the configured role can add and remove questions`() async throws {
        let clan = try await clan()
        let an = clan.user("an"), hr = clan.user("hoa")
        try await clan.give("hr", to: hr)
        #expect(try await an.says("*faq add a | b") == [.reply("*faq add requires the role 'hr', which you do not have here.")])
        #expect(try await hr.says("*faq add Lương ngày nào? | Mùng 5.") == [.reply("Added.")])
        #expect(try await hr.says("*faq add luong ngay nao? | Mùng 10.") == [.reply("Added.")])
        try await clan.restart()
        #expect(try await an.says("*faq lương") == [.reply("luong ngay nao?\nMùng 10.")])
        #expect("\(try await hr.says("*faq add nothing"))".contains("write a question and an answer"))
        #expect("\(try await hr.says("*faq remove wifi"))".contains("no added question has this text"))
        #expect(try await hr.says("*faq remove LƯƠNG ngày nào?") == [.reply("Removed.")])
        #expect(try await an.says("*faq lương") == [.reply("I have no answer to that.")])
    }
}
