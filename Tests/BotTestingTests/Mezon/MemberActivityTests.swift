import BotKit
import Testing

@testable import BotTesting

/// Members who come online, go offline and type.
@Suite(.timeLimit(.minutes(5)))
struct MemberActivityTests {
    private struct Doorman: Bot {
        static let manifest = Manifest("doorman", needs: [.directMessage], activities: [.online, .typing])
        let options: NoOptions

        func memberActivity(_ activity: MemberActivity, _ context: Context) async throws -> [Action] {
            [.directMessage(Draft("\(activity.kind.rawValue) \(activity.channel == context.channel)"), to: activity.user)]
        }
    }

    private struct Deaf: Bot {
        static let manifest = Manifest("deaf", needs: [.directMessage])
        let options: NoOptions

        func memberActivity(_ activity: MemberActivity, _ context: Context) async throws -> [Action] {
            [.directMessage("heard", to: activity.user)]
        }
    }

    @Test func `a bot is told of the activities that its manifest lists, and of each once`() async throws {
        let clan = try await TestClan(Doorman.self)
        let an = clan.user("an")
        #expect(try await an.goesOnline() == [.directMessage("online true", to: an.id)])
        #expect(try await an.goesOnline() == [])
        #expect(try await an.goesOffline() == [])
        #expect(try await an.types() == [.directMessage("typing true", to: an.id)])
        #expect(try await an.types() == [])
        try await clan.advance(by: .seconds(30))
        #expect(try await an.types().count == 1)
        #expect(try await an.goesOnline() == [.directMessage("online true", to: an.id)])
    }

    @Test func `nothing is journaled without a bot that asks for it`() async throws {
        let clan = try await TestClan(Deaf.self)
        let an = clan.user("an")
        #expect(try await an.goesOnline() == [])
        #expect(try await an.types() == [])
        #expect(!clan.transcript.contains("system-member"), "\(clan.transcript)")
    }

    @Test func `a fixture has lines for both`() async throws {
        let fixture = try Fixture(
            text: """
                {"v":1,"kind":"clan","at":"2026-03-02T02:00:00Z","channels":[{"id":"general"}],"members":[{"id":"an"}]}
                {"seq":1,"kind":"presence","by":"an"}
                {"after":1,"expect":[{"dm":{"user":"an","text":"online true"}}]}
                {"seq":2,"kind":"typing","by":"an","ch":"general"}
                {"after":2,"expect":[{"dm":{"user":"an","text":"typing true"}}]}
                """)
        let outcome = try await fixture.replay(Doorman.self)
        #expect(outcome.differences.isEmpty, "\(outcome.differences)")
    }
}
