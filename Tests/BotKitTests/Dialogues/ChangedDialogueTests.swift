import BotKit
import BotTesting
import Foundation
import Synchronization
import Testing

@testable import BotKit

/// Tests dialogues whose code has changed at the next answer.
struct ChangedDialogueTests {
    /// A version of the bot.
    struct Build: Sendable {
        var command = "talk"
        var questions = ["one?", "two?"]
    }

    struct Changing: Bot {
        struct Options: BotOptions {
            var command = "talk"
            var questions = ["one?", "two?"]
        }
        static let manifest = Manifest("changing", needs: [.reply])
        let options: Options

        var commands: [Command<Self>] {
            Command.dialogue(options.command) { dialogue in
                var answers: [String] = []
                for question in options.questions {
                    answers.append(
                        question == "many?"
                            ? "\(try await dialogue.ask("many?", as: Int.self))"
                            : try await dialogue.ask(LocalizedText(stringLiteral: question)))
                }
                return [.reply("\(answers.joined(separator: "+"))")]
            }
        }
    }

    private static let ended = "*talk has changed since you started, so it was cancelled. Please start again."

    @Test(arguments: [
        (Build(), "a+b"), (Build(questions: ["one?", "another?"]), ended), (Build(questions: ["eins?", "two?"]), ended),
        (Build(questions: ["many?", "two?"]), ended), (Build(questions: []), ended), (Build(questions: ["one?"]), ended),
        (Build(command: "speak"), ended), (Build(questions: ["zero?", "one?", "two?"]), ended),
    ])
    func `a dialogue whose asked questions have changed ends with a message`(build: Build, answer: String) async throws {
        let stored = Stored()
        let before = handler(Build(), stored)
        #expect(try await before.says("*talk", 1) == [.reply("one?")])
        #expect(try await before.says("a", 2) == [.reply("two?")])
        let after = handler(build, stored)
        #expect(try await after.says("b", 3) == [.reply(Draft(answer))])
        #expect(try await after.says("c", 4) == nil)
        #expect(stored.values.keys.filter { !$0.hasPrefix("~cooldowns/") } == [])
    }

    @Test func `questions after the asked ones may change`() async throws {
        let stored = Stored()
        let before = handler(Build(), stored)
        #expect(try await before.says("*talk", 1) == [.reply("one?")])
        let after = handler(Build(questions: ["one?", "second?"]), stored)
        #expect(try await after.says("a", 2) == [.reply("second?")])
        #expect(try await after.says("b", 3) == [.reply("a+b")])
    }

    @Test(arguments: ["", "{}", "[[[", #"{"began":1}"#])
    func `an unreadable stored dialogue is dropped, and a new one can start`(json: String) async throws {
        let stored = Stored()
        let key = DialogueKey(channel: .general, user: Author.an.id).text
        stored.put([InvocationRecord.Write(key: key, value: StoredState(fingerprint: "dialogue", json: json))])
        let bot = handler(Build(), stored)
        #expect(try await bot.says("a", 1) == [])
        #expect(try await bot.says("*talk", 2) == [.reply("one?")])
        #expect(try await bot.says("a", 3) == [.reply("two?")])
    }

    private func handler(_ build: Build, _ stored: Stored) -> BotHandler<Changing> {
        var options = Changing.Options()
        options.command = build.command
        options.questions = build.questions
        let runtime = BotRuntime(supervisor: { _ in
            BotSupervisor(
                memory: BotStateStore(
                    stored: stored.values, load: { stored.values[$0] },
                    store: { record, done in
                        stored.put(record.writes)
                        done()
                    }))
        })
        return BotHandler(Changing(options: options), runtime: runtime)
    }
}

/// The stored state.
private final class Stored: Sendable {
    private let state = Mutex<[String: StoredState]>([:])
    var values: [String: StoredState] { state.withLock { $0 } }
    func put(_ writes: [InvocationRecord.Write]) {
        state.withLock { state in for write in writes { state[write.key] = write.value } }
    }
}

extension BotHandler {
    /// Returns the bot's actions for a message, or nil if the precheck rejects it.
    fileprivate func says(_ text: String, _ sequence: Int64) async throws -> [Action]? {
        let message = Message.make(text: text)
        let context = EventContext(now: message.createdAt, me: Author.me.id, isLate: false, sequence: sequence)
        guard case .pass = precheck(message, context),
            case .awaiting(let prepare, let end) = handle(.message(message), in: context)
        else { return nil }
        let results = try await prepare()()
        end(.success(results))
        return results.flatMap(\.actions)
    }
}
