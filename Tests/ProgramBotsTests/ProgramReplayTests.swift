import BotKit
import Foundation
import MezonBotApp
import Moderation
import Replay
import Storage
import Testing

@testable import BotTesting
@testable import ProgramBots

@Suite(.enabled(if: TestProgram.python != nil, Comment(rawValue: TestProgram.isMissing)))
struct ProgramReplayTests {
    private static let counter = """
        import json, sys
        print(json.dumps({"hello": 1, "events": ["message"]}), flush=True)
        for event in map(json.loads, sys.stdin):
            def ask(**line):
                print(json.dumps({"turn": event["turn"], **line}), flush=True)
                return json.loads(sys.stdin.readline())
            page = ask(read="http", url="https://example.org/")["answer"]["text"]
            count = len(ask(read="history", limit=10)["answer"])
            state = (ask(read="state", scope="channel")["answer"] or 0) + STEP
            ask(write="state", scope="channel", value=state)
            print(json.dumps({"turn": event["turn"], "actions": [{"reply": f"{page} {count} {state} {event['random']}"}]}), flush=True)
        """

    private func replayed(_ clan: TestClan, programs: ProgramHost?) async throws -> ([ReplayDifference], Replayer.Summary) {
        let reader = try #require(await clan.runtime.reader)
        var found: [ReplayDifference] = []
        let summary = try await Replayer(
            reader, today: try await reader.directoryLookup(), botFactory: BotRegistry([]).botFactory(programs: programs)
        ).run { found.append($0) }
        return (found, summary)
    }

    @Test func `a replay runs the program again with what it read, and finds a change of it`() async throws {
        let folder = try TemporaryDirectory()
        let program = try TestProgram.write(Self.counter.replacing("STEP", with: "1"), in: folder)
        let clan = try await TestClan(
            rules: TestProgram.configuration(["python3", program], more: ", http: { allow: [example.org] }"))
        for (index, text) in ["a", "b", "c"].enumerated() {
            clan.http("https://example.org/", answers: HTTPResponse("page \(index)"))
            #expect(try await clan.user("an").says(text).count == 1)
        }
        let (found, summary) = try await replayed(clan, programs: ProgramHost())
        #expect(found.map { $0.line(in: .gmt) } == [] && summary.isExact)
        _ = try TestProgram.write(Self.counter.replacing("STEP", with: "2"), in: folder)
        let (changed, _) = try await replayed(clan, programs: ProgramHost())
        #expect(changed.count >= 3 && Set(changed.map(\.author)) == ["bot:guest"])
        let (_, skipped) = try await replayed(clan, programs: nil)
        #expect(skipped.bots?.missing["guest"]?.reason == "it is a program, and none are run here")
    }
}
