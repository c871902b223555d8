import BotTesting
import Foundation
import Testing

struct RulesLearnCommandTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        func lines(_ left: [String], _ right: [String]) -> String {
            left.flatMap { start in right.map { "\(start) \($0)\n" } }.joined()
        }
        let offers = ["free nitro", "claim your prize", "earn cash", "win money", "quick loans", "cheap followers"]
        let talk = ["hi all", "who is here", "the build is red", "we meet tonight", "lunch at noon", "see you"]
        try write(lines(offers, ["click gift", "join now", "today only", "inbox me", "right now"]), to: "spam.txt")
        try write(lines(talk, ["please", "thanks", "at home", "then", "on Friday"]), to: "ham.txt")
        try configure(rude: "[nitro, prize]")
    }

    private func configure(rude: String) throws {
        try write(
            """
            version: 1
            bot: { gateway: local }
            lists: { rude: { words: \(rude) }, sites: { domains: [a.example] } }
            models: { spam: { file: models/spam.model } }

            """, to: "config.yaml")
    }

    private func write(_ text: String, to file: String) throws {
        try text.write(toFile: folder.path + "/" + file, atomically: true, encoding: .utf8)
    }

    private func text(of file: String) throws -> String {
        try String(contentsOfFile: folder.path + "/" + file, encoding: .utf8)
    }

    private func learn(_ arguments: [String]) async throws -> CommandProcess.Outcome {
        try await CommandProcess.run(
            ["rules", "learn", "--spam", "spam.txt", "--ham", "ham.txt"] + arguments, in: folder.path)
    }

    private func check() async throws -> String {
        let outcome = try await CommandProcess.run(["check"], in: folder.path)
        return outcome.output + outcome.errors
    }

    @Test(.timeLimit(.minutes(15)))
    func `a model that begins with a list names it, and is replaced only by force`() async throws {
        let options = ["--list", "rude", "--output", "models/spam.model"]
        let first = try await learn(options)
        #expect(first.code == 0, "\(first.errors)")
        #expect(first.output.hasPrefix("60 texts, 60 of them distinct, 30 of those bad\n"), "\(first.output)")
        #expect(first.output.hasSuffix("The model was written to models/spam.model.\n"))
        let model = try text(of: "models/spam.model")
        #expect(model.split(separator: "\n").filter { $0.hasPrefix("list ") }.map { $0.split(separator: " ")[1] } == ["rude"])

        let again = try await learn(options)
        #expect(again.code == 1 && again.errors.contains("models/spam.model exists; pass --force to replace it"))
        let forced = try await learn(options + ["--list", "rude", "--force"])
        #expect(forced.code == 0, "\(forced.errors)")
        #expect(try text(of: "models/spam.model") == model, "A list that is named twice counts once")
    }

    @Test(.timeLimit(.minutes(15)))
    func `recommended probabilities are marked in the table`() async throws {
        let outcome = try await learn(["--list", "rude"])
        #expect(outcome.code == 0, "\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n")
        for name in ["highest F1", "at most 10 false positives per 1,000", "at most 2 false positives per 1,000"] {
            let advice = try #require(lines.first { $0.hasPrefix("\(name): probability: \">= ") }, "\(outcome.output)")
            let probability = advice.drop { $0 != "=" }.dropFirst(2).prefix { $0 != "\"" }
            let row = try #require(lines.first { $0.contains("<- ") && $0.contains(name) }, "\(outcome.output)")
            #expect(row.split(separator: " ").first == probability, "\(outcome.output)")
        }
    }

    @Test(.timeLimit(.minutes(15)))
    func `check reports a list that changed or is missing with the command that trains the model again`() async throws {
        #expect(try await check().contains("train it: mezon-bot rules learn --spam FILE --ham FILE --output models/spam.model"))
        #expect(try await learn(["--list", "rude", "--output", "models/spam.model"]).code == 0)
        #expect(try await !check().contains("rules learn"))

        try configure(rude: "[nitro]")
        let command = "mezon-bot rules learn --spam FILE --ham FILE --list rude --output models/spam.model --force"
        let changed = try await check()
        #expect(changed.contains("warning[list-changed]") && changed.contains(command), "\(changed)")

        try write("version: 1\nbot: { gateway: local }\nmodels: { spam: { file: models/spam.model } }\n", to: "config.yaml")
        let missing = try await check()
        #expect(missing.contains("error[missing-list] the model weighs the list 'rude'"), "\(missing)")
        let unlisted = try await learn(["--list", "rude"])
        #expect(unlisted.code == 2 && unlisted.errors.contains("no list of words 'rude'; write one under 'lists'"))
    }

    @Test(
        .timeLimit(.minutes(15)),
        arguments: [
            (["--list", "rdue"], "config.yaml has no list of words 'rdue'; there are: rude"),
            (["--list", "sites"], "config.yaml has no list of words 'sites'; there are: rude"),
            (["--list", "rude", "--config", "none.yaml"], "none.yaml cannot be read"),
            (["--ham", "none.txt"], "none.txt cannot be read"),
        ])
    func `a list, configuration or file that is not there exits with 2 and writes no model`(
        options: [String], reason: String
    ) async throws {
        let outcome = try await learn(["--output", "new.model"] + options)
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains(reason), "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/new.model"))
    }

    @Test(.timeLimit(.minutes(15)))
    func `too few texts exit with 1, and none with 64`() async throws {
        try write("hello\n", to: "ham.txt")
        let few = try await learn(["--list", "rude"])
        #expect(few.code == 1 && few.errors.contains("there are 30 bad and 1 clean ones"), "\(few.errors)")
        let none = try await CommandProcess.run(["rules", "learn", "--list", "rude"], in: folder.path)
        #expect(none.code == 64 && none.errors.contains("pass --spam and --ham, --labelled, or --from-cases"), "\(none.errors)")
    }
}
