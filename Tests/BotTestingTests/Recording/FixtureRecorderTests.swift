import BotKit
import ChatModel
import Foundation
import Storage
import Testing

@testable import BotTesting

@Suite(.timeLimit(.minutes(15)))
struct FixtureRecorderTests {
    /// Answers `*hi` and offers a button.
    private struct Host: Bot {
        static let manifest = Manifest("host", needs: [.reply, .send, .react, .delete])
        let options: NoOptions

        func precheck(_ message: Message) -> Verdict {
            ["*hi", "*menu", "*wipe"].contains { message.text.hasPrefix($0) } ? .pass : .skip("not for me")
        }

        func handle(_ message: Message, _ prepared: Void, _ context: Context) -> [Action] {
            if message.text.hasPrefix("*wipe") { return [.delete()] }
            // The second button differs per user.
            let button: JSONValue = [
                "components": [
                    [
                        "components": [
                            ["type": 1, "id": "yes"],
                            ["type": 1, "id": .string("for-\(message.author.id)"), "component": ["label": "Count me in"]],
                        ]
                    ]
                ]
            ]
            if message.text.hasPrefix("*menu") { return [.reply(Draft(Content("menu", extras: button.object ?? [:])))] }
            return [.reply(Draft("hi \(message.author.name), with \(message.mentions.map(\.username).joined(separator: ", "))"))]
        }

        func onEvent(_ event: Event, _ context: Context) -> [Action] {
            switch event {
            case .button(let click): [.send(Draft("pressed \(click.button.prefix(4))"))]
            case .memberJoined(let joined): [.send(Draft("welcome \(joined.username)"), to: .general)]
            default: []
            }
        }
    }

    private static let markers = ["nguyenvananh", "tranthibinh", "lehoangcuong", "bimatquocgia", "phongkinlam"]

    /// Returns a clan with a history that contains names which must not appear in a recording.
    private func makeRecordedClan() async throws -> TestClan {
        let clan = try await TestClan(Host.self, channels: ["general", "phongkinlam"])
        let an = clan.user("nguyenvananh"), binh = clan.user("tranthibinh"), cuong = clan.user("lehoangcuong")
        try await an.says("*hi @tranthibinh bimatquocgia tại \(binh.id)")
        try await clan.advance(by: .seconds(90))
        try await an.edits("*hi @tranthibinh thôi")
        try await binh.says("bimatquocgia, gọi @nguyenvananh 👋 https://bimatquocgia.vn", in: "phongkinlam")
        try await cuong.joins()
        try await cuong.says("*menu")
        try await cuong.presses("yes")
        try await cuong.presses("Count me in")
        try await cuong.reacts(":bimatquocgia:")
        try await cuong.says("*wipe bimatquocgia")
        try await binh.deletes(in: "phongkinlam")
        try await clan.restart()
        try await clan.give("helper", to: binh)
        try await an.says("bye", replyingTo: clan.messages().last)
        try await cuong.leaves()
        return clan
    }

    @Test func `users without activity in the recorded window are not named`() async throws {
        let clan = try await TestClan(Host.self)
        try await clan.user("Trần Bình").says("hello")
        try await clan.advance(by: .seconds(3600))
        try await clan.user("cuong").says("*hi, thanks binh and TRAN")
        let plan = try TestClanConfiguration.plan(bots: [Host(options: .init())], rules: nil, channels: ["general"], zone: "UTC")
        let recording = try await FixtureRecorder(JournalReader(folder: await clan.runtime.path), plan, keepsText: true)
            .record(since: clan.now.addingTimeInterval(-60), channel: nil)
        #expect(recording.text.contains("thanks") && recording.events == 1, "\(recording.text)")
        for name in ["binh", "TRAN", "Bình"] { #expect(!recording.text.contains(name), "\(recording.text)") }
    }

    /// Replies with the response of a web address.
    private struct Reader: Bot {
        static let manifest = Manifest("reader", needs: [.reply])
        let options: NoOptions

        func handle(_ message: Message, _ prepared: Void, _ context: Context) async throws -> [Action] {
            guard message.text.hasPrefix("https") else { return [] }
            let answer = try? await context.http.get(message.text)
            return [.reply(Draft(answer?.text ?? "nothing"))]
        }
    }

    @Test(
        arguments: [
            (true, "27 °C", nil), (true, "27 °C for Nguyenvananh", "web responses with the name or id of a user"),
            (false, "27 °C", "web responses, because they contain text"),
        ] as [(Bool, String, String?)])
    func `web responses without personal data are recorded`(keepsText: Bool, answer: String, reason: String?) async throws {
        let clan = try await TestClan(Reader.self)
        clan.http("https://a.test/", answers: HTTPResponse(answer))
        clan.http("https://b.test/", fails: .unreachable("it is closed"))
        let an = clan.user("nguyenvananh")
        try await an.says("https://a.test/")
        try await an.says("https://a.test/")
        try await an.says("https://b.test/")
        let recording = try await record(clan, of: Reader(options: .init()), keepsText: keepsText)
        guard let reason else {
            #expect(recording.text.components(separatedBy: "\"kind\":\"http\"").count == 3, "\(recording.text)")
            #expect(recording.differing == [] && recording.leftOut == [:], "\(recording.text)")
            return #expect(try await Fixture(text: recording.text).replay(Reader.self).differences == [])
        }
        #expect(recording.leftOut[reason] == (keepsText ? 1 : 2), "\(recording)")
        #expect(!recording.text.lowercased().contains("nguyen") && !recording.text.contains("°C"), "\(recording.text)")
    }

    private func record(
        _ clan: TestClan, of bot: any Bot = Host(options: .init()), keepsText: Bool
    ) async throws -> FixtureRecorder.Recording {
        let plan = try TestClanConfiguration.plan(bots: [bot], rules: nil, channels: ["general"], zone: "UTC")
        let reader = try JournalReader(folder: await clan.runtime.path)
        return try await FixtureRecorder(reader, plan, keepsText: keepsText).record(since: nil, channel: nil)
    }

    @Test(arguments: [false, true])
    func `a recording is replayed equally`(keepsText: Bool) async throws {
        let clan = try await makeRecordedClan()
        let recording = try await record(clan, keepsText: keepsText)
        let outcome = try await Fixture(text: recording.text).replay(Host.self)
        #expect(outcome.differences == [], "\(recording.text)\n\(outcome.transcript)")
        #expect(recording.differing == [], "\(recording.text)")
        #expect(recording.events == 13, "\(recording.text)")
        #expect(recording.leftOut == [:], "\(recording.text)")
    }

    @Test(arguments: [false, true])
    func `a recording contains no names or ids`(keepsText: Bool) async throws {
        let clan = try await makeRecordedClan()
        let text = try await record(clan, keepsText: keepsText).text
        let folded = text.lowercased()
        for canary in Self.markers where !(keepsText && canary == "bimatquocgia") {
            #expect(!folded.contains(canary), "\(text)")
        }
        for name in Self.markers { #expect(!text.contains("\(clan.user(name).id)")) }
        #expect(!text.contains("\(clan.channel("phongkinlam"))"))
        for message in try clan.messages() { #expect(!text.contains("\(message.id)")) }
    }

    @Test func `anonymized words keep their shape, and mentions their range`() {
        var text = TextAnonymizer()
        let replaced = text.replacing("Xin CHÀO @An 👋 2d6, xin!") { _ in false }
        #expect(replaced.utf16.count == "Xin CHÀO @An 👋 2d6, xin!".utf16.count)
        let shape = replaced.map { $0.isUppercase ? "A" : $0.isNumber ? "1" : $0.isLetter ? "a" : $0 }
        #expect(String(shape) == "Aaa AAAA @Aa 👋 1a1, aaa!")
        #expect(text.replacing("CHÀO", keeping: { _ in false }) == replaced.split(separator: " ")[1])
    }
}
