import AsyncSupport
import BotKit
import ChatModel
import Foundation
import Testing

@testable import BotTesting
@testable import ProgramBots

@Suite(.enabled(if: TestProgram.python != nil, Comment(rawValue: TestProgram.isMissing)))
struct HostileProgramTests {
    private func clan() async throws -> TestClan {
        try await TestClan(Repeater.self, rules: TestProgram.configuration(["python3", TestProgram.hostile]))
    }

    @Test(arguments: [
        ("wrong turn", "it answered turn 2 instead of 1"),
        ("no turn", "it answered turn (none) instead of 1"),
        ("not json", "it wrote a line that is not a JSON object: Traceback (most recent call last):␛[2J"),
        ("deep", "it wrote a line that is not a JSON object: [[["),
        ("long line", "it wrote a line of more than 1048576 bytes"),
        ("endless", "it wrote a line of more than 1048576 bytes"),
        ("unknown action", "its answer is not valid: 'fly' is not an action; known are reply, send"),
        ("unknown key", "its answer is not valid: 'reply' has no 'colour'"),
        ("not granted", "it requested moderate, which its manifest does not list"),
        ("bad id", "its answer is not valid: 'user' must be an id, a text of digits, not 'me'"),
        ("many actions", "its answer is not valid: it asks for more than 50 actions"),
        ("refuse", "it reported: no idea"),
        ("reads", "its answer is not valid: 'weather' cannot be read; known are state, history"),
        ("read forever", "it has read more than 256 times for one event"),
        ("die", "it ended with code 3: out of ␛[31mluck"),
        ("leave a child", "it ended with code 4"),
    ])
    func `a mistake fails one event and no other`(text: String, problem: String) async throws {
        let clan = try await clan()
        // The other bot answers it, and the program the next one.
        #expect(try await clan.user("an").says(text) == [.reply(Draft(text))])
        #expect(clan.transcript.contains(problem), "\(clan.transcript)")
        #expect(Set(try await clan.user("an").says("hi")) == [.reply("hi"), .reply("ok: hi")])
    }

    @Test(arguments: ["twice", "flood"]) func `lines that nothing asked for end the program`(text: String) async throws {
        let clan = try await clan()
        let answers = Set(try await clan.user("an").says(text))
        #expect(answers.contains(.reply(Draft(text))))
        #expect(answers.contains(.reply("once")) == (text == "twice"))
        #expect(Set(try await clan.user("an").says("hi")) == [.reply("hi"), .reply("ok: hi")])
    }

    @Test func `a large standard error is cut`() async throws {
        let clan = try await clan()
        #expect(Set(try await clan.user("an").says("noise")) == [.reply("noise"), .reply("ok: noise")])
    }

    @Test func `an action that is not granted fails the whole answer, and the program goes on`() async throws {
        let clan = try await clan()
        let before = try await clan.user("an").says("pid").last
        #expect(try await clan.user("an").says("not granted") == [.reply("not granted")])
        let after = try await clan.user("an").says("pid").last
        func pid(_ action: Action?) -> Substring? {
            guard case .reply(let draft)? = action else { return nil }
            return draft.content.text.split(separator: " ").first
        }
        #expect(pid(before) != nil && pid(before) == pid(after))
    }

    @Test func `a program that hangs is killed when its answer is no longer waited for`() async throws {
        let (process, _) = try ProgramProcess.start(try TestProgram.launch(["python3", TestProgram.hostile])) { _ in }
        let waiting = Task { try await process.exchange(#"{"turn":1,"event":{"text":"hang"}}"#) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(process.failure == .cancelled)
        await #expect(throws: ProgramError.cancelled) { try await process.exchange("{}") }
    }

    @Test func `a program that fails at once is started again after a rest that grows`() async throws {
        let time = ManualTime(now: Date(timeIntervalSince1970: 0))
        let program = try Program("guest", try TestProgram.launch(["python3", TestProgram.hostile]), time: time) { _ in }
        func failed(in clan: ClanID = 1, _ text: String = "die") async -> ProgramError? {
            let line = "{\"turn\":1,\"event\":{\"text\":\"\(text)\"}}"
            do {
                try await program.takeTurn(in: InvocationPlace(clan: clan)) { process, _ in _ = try await process.exchange(line) }
                return nil
            } catch {
                return error as? ProgramError
            }
        }
        let end = ProgramError.ended("it ended with code 3", lastWords: "out of ␛[31mluck")
        for _ in 1...3 { #expect(await failed() == end) }
        #expect(await failed() == .resting(failures: 3, left: .seconds(1)))
        time.advance(by: .seconds(1))
        #expect(await failed() == end)
        #expect(await failed() == .resting(failures: 4, left: .seconds(2)))
        // Another clan has its answers meanwhile, and is not disturbed.
        #expect(await failed(in: 2, "hi") == nil)
        #expect(await failed() == .resting(failures: 4, left: .seconds(2)))
        #expect(await failed(in: 2) == end)
        #expect(await failed(in: 2, "hi") == nil)
        time.advance(by: .seconds(2))
        #expect(await failed(in: 1, "hi") == nil)
        for _ in 1...3 { #expect(await failed() == end) }
        #expect(await failed() == .resting(failures: 3, left: .seconds(1)))
    }

    @Test func `a program that cannot be started again rests for all clans`() async throws {
        let folder = try TemporaryDirectory()
        let program = try TestProgram.write("print('{\"hello\":1}', flush=True)\ninput()", in: folder)
        let time = ManualTime(now: Date(timeIntervalSince1970: 0))
        let guest = try Program("guest", try TestProgram.launch(["python3", program]), time: time) { _ in }
        guest.end()
        _ = try TestProgram.write("import sys; sys.exit('broken')", in: folder)
        func failure(in clan: ClanID) async -> ProgramError? {
            do {
                try await guest.takeTurn(in: InvocationPlace(clan: clan)) { _, _ in }
                return nil
            } catch {
                return error as? ProgramError
            }
        }
        for clan in 1...3 {
            #expect(await failure(in: ClanID(Int64(clan))) == .ended("it ended with code 1", lastWords: "broken"))
        }
        #expect(await failure(in: 4) == .resting(failures: 3, left: .seconds(1)))
    }

    @Test func `a program in a replay never rests`() async throws {
        let time = ManualTime(now: Date(timeIntervalSince1970: 0))
        let launch = try TestProgram.launch(["python3", TestProgram.hostile])
        let program = try Program("guest", launch, time: time, neverRests: true) { _ in }
        for _ in 1...5 {
            await #expect(throws: ProgramError.ended("it ended with code 3", lastWords: "out of ␛[31mluck")) {
                try await program.takeTurn(in: InvocationPlace(clan: 1)) { process, _ in
                    _ = try await process.exchange(#"{"turn":1,"event":{"text":"die"}}"#)
                }
            }
        }
    }

    private static let notHello = "it is not a JSON object, but: hello; write everything else to the standard error"

    @Test(arguments: [
        ("print('hello', flush=True)\nimport time; time.sleep(1000)", "its first line is not valid: " + notHello),
        ("print('hello\\n{}', flush=True)\nimport time; time.sleep(1000)", "its first line is not valid: " + notHello),
        ("import sys; sys.exit('no module named weather')", "it ended with code 1: no module named weather"),
        ("import os; os.close(1); os.close(2); import time; time.sleep(1000)", "it closed its output"),
    ])
    func `a program that cannot begin is reported`(lines: String, problem: String) throws {
        let folder = try TemporaryDirectory()
        let launch = try TestProgram.launch(["python3", TestProgram.write(lines, in: folder)])
        #expect { _ = try Program("guest", launch, time: SystemTime()) { _ in } } throws: { "\($0)" == problem }
    }
}

private struct Repeater: Bot {
    static let manifest = Manifest("repeater", "Repeats messages.", needs: [.reply])
    let options: NoOptions

    func handle(_ message: Message, _ prepared: Void, _ context: Context) -> [Action] { [.reply(Draft(message.text))] }
}
