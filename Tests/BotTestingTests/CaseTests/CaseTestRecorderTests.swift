import BotKit
import ChatModel
import Foundation
import MezonBotApp
import Storage
import Testing

@testable import BotTesting

/// Tests the fixtures that are made of cases.
@Suite(.timeLimit(.minutes(15)))
struct CaseTestRecorderTests {
    private static func rules(_ count: Int, word: String = "quà") -> String {
        """
        - id: flood
          trigger: message
          mode: enforce
          when: { flood: { count: ">= \(count)", within: 1m, per: user } }
          then: [delete]
        - id: gifts
          trigger: message
          mode: enforce
          when: { text: { contains: ["\(word)"] } }
          then: [delete, { reply: "không" }]
        """
    }

    private static func plan(_ rules: String) throws -> CompiledConfiguration {
        try TestClanConfiguration.plan(bots: [], rules: rules, channels: ["general", "random"], zone: "UTC")
    }

    /// A clan in which others talk, too.
    private static func clan() async throws -> TestClan {
        let clan = try await TestClan(rules: rules(3), channels: ["general", "random"])
        let (an, binh) = (clan.user("nguyenvananh"), clan.user("tranthibinh"))
        for text in ["bimatquocgia", "two", "three"] {
            try await binh.says(text, in: "random")
            try await clan.advance(by: .seconds(40))
        }
        try await an.says("bimatquocgia one")
        try await binh.says("hello @nguyenvananh")
        try await an.says("bimatquocgia two", in: "random")
        try await an.says("bimatquocgia three")
        try await clan.advance(by: .seconds(120))
        try await an.says("bimatquocgia tặng quà cho @tranthibinh")
        return clan
    }

    private static func reader(_ clan: TestClan) async throws -> JournalReader {
        try JournalReader(folder: await clan.runtime.path)
    }

    /// The last entry at which a rule acted.
    private static func cause(_ rule: String, _ reader: JournalReader) async throws -> Int64 {
        let lines = try await reader.lines(after: 0, limit: 1000)
        return try #require(lines.last { $0.deliveries.contains { $0.author == "rule:\(rule)" } }).entry.sequence
    }

    private static func record(
        _ rule: String, in clan: TestClan, under present: CompiledConfiguration
    ) async throws -> CaseTestRecorder.Recording {
        let reader = try await reader(clan)
        return try await CaseTestRecorder(reader, present).record(try await cause(rule, reader), by: "rule:\(rule)")
    }

    @Test func `a burst becomes its messages, without words and names, and passes once the rule is corrected`() async throws {
        let recording = try await Self.record("flood", in: Self.clan(), under: Self.plan(Self.rules(3)))
        #expect(recording.events == 3, "\(recording.text)")
        #expect(recording.forbidden == ["delete"] && recording.fails)
        #expect(recording.keptWords == 0, "\(recording.text)")
        for marker in ["nguyenvananh", "tranthibinh", "bimatquocgia"] { #expect(!recording.text.contains(marker)) }
        let fixture = try Fixture(text: recording.text)
        let difference = try #require(try await fixture.replay(Self.plan(Self.rules(3))).differences.first)
        #expect(difference.authors == ["rule:flood"] && difference.forbidden == ["delete"])
        #expect(try await fixture.replay(Self.plan(Self.rules(30))).differences == [])
    }

    @Test func `only the words that the decision depends on are kept, and what the rule says is not compared`() async throws {
        let recording = try await Self.record("gifts", in: Self.clan(), under: Self.plan(Self.rules(3)))
        #expect(recording.events == 1 && recording.keptWords == 1, "\(recording.text)")
        #expect(recording.text.contains(" quà ") && !recording.text.contains("tặng") && !recording.text.contains("bimat"))
        let fixture = try Fixture(text: recording.text)
        #expect(try await fixture.replay(Self.plan(Self.rules(3))).differences.map(\.forbidden) == [["delete"]])
        #expect(try await fixture.replay(Self.plan(Self.rules(3, word: "spam"))).differences == [])
    }

    @Test func `a rule that was corrected before still gets the test, which passes`() async throws {
        let recording = try await Self.record("flood", in: Self.clan(), under: Self.plan(Self.rules(30)))
        #expect(recording.events == 3 && !recording.fails)
        #expect(try await Fixture(text: recording.text).replay(Self.plan(Self.rules(3))).differences.count == 1)
    }

    @Test func `an action that another rule requests too is forbidden to the rule alone`() async throws {
        let other = "- { id: links, trigger: message, mode: enforce, when: { text: { contains: [cho] } }, then: [delete] }"
        let rules = Self.rules(3) + "\n\(other)\n"
        let clan = try await TestClan(rules: rules, channels: ["general", "random"])
        try await clan.user("nguyenvananh").says("quà cho bạn")
        let recording = try await Self.record("gifts", in: clan, under: Self.plan(rules))
        // The word of the other rule does not matter, so its action is gone.
        #expect(recording.forbidden == ["delete"] && recording.keptWords == 1, "\(recording.text)")
        let same = rules.replacing("[cho]", with: "[\"quà\"]")
        let twice = try await TestClan(rules: same, channels: ["general", "random"])
        try await twice.user("nguyenvananh").says("quà cho bạn")
        let shared = try await Self.record("gifts", in: twice, under: Self.plan(same))
        #expect(shared.forbidden == ["delete by rule:gifts"])
        let corrected = same.replacing("contains: [\"quà\"] } }\n", with: "contains: [spam] } }\n")
        #expect(corrected != same)
        #expect(try await Fixture(text: shared.text).replay(Self.plan(corrected)).differences == [])
    }

    @Test func `a role that was taken away after the case is there again`() async throws {
        let rules = """
            version: 1
            bot: { timezone: UTC }
            names: { clans: { test: "\(ClanID.test)" }, roles: { helper: "21" } }
            rules:
              - id: helpers
                trigger: message
                mode: enforce
                when: { author: { has_role: [helper] } }
                then: [delete]
            """
        let clan = try await TestClan(rules: rules, channels: ["general"])
        try await clan.give("helper", to: clan.user("nguyenvananh"))
        try await clan.user("nguyenvananh").says("xin chào")
        try await clan.take("helper", from: clan.user("nguyenvananh"))
        let plan = try TestClanConfiguration.plan(bots: [], rules: rules, channels: ["general"], zone: "UTC")
        let recording = try await Self.record("helpers", in: clan, under: plan)
        #expect(recording.events == 1 && recording.text.contains("\"helper\""), "\(recording.text)")
    }

    @Test func `a case that rests on older events, a timer and an entry without the rule are refused`() async throws {
        let rules = """
            - { id: talker, trigger: message, mode: enforce, when: { author: { messages_seen: ">= 230" } }, then: [delete] }
            - { id: quiet, in: { channels: [general] }, trigger: { silence: 1h }, then: [{ send: { to: general, text: "?" } }] }
            """
        let clan = try await TestClan(rules: rules, channels: ["general", "random"])
        for number in 0...230 { try await clan.user("an").says("\(number)") }
        let reader = try await Self.reader(clan)
        let recorder = CaseTestRecorder(reader, try Self.plan(rules))
        let cause = try await Self.cause("talker", reader)
        await #expect(throws: CaseTestError.notRepeated(author: "rule:talker", kinds: ["delete"], before: 200)) {
            try await recorder.record(cause, by: "rule:talker")
        }
        await #expect(throws: CaseTestError.nothingRequested(author: "rule:none", entry: cause)) {
            try await recorder.record(cause, by: "rule:none")
        }
        await #expect(throws: CaseTestError.noEntry(9999)) { try await recorder.record(9999, by: "rule:talker") }
        try await clan.advance(by: .seconds(7200))
        let timer = try await Self.cause("quiet", reader)
        let error = await #expect(throws: CaseTestError.self) { try await recorder.record(timer, by: "rule:quiet") }
        #expect("\(try #require(error))".contains("is a timer or another event of the bot itself"))
    }

    @Test(arguments: [UInt64(1), 1_000, 2_000])
    func `random cases become tests of few events`(seed: UInt64) async throws {
        var sum = CaseTestSoakRun.Outcome()
        for number in 0..<6 {
            var soak = CaseTestSoakRun(seed: seed + UInt64(number))
            sum += try await soak.run(messages: 20) { .zero }
        }
        #expect(sum.cases >= 4 && sum.good >= sum.cases - 1, "\(sum.mistakes)")
    }
}
