import BotKit
import BotTesting
import Foundation
import Testing

/// Tests `Corpus/commands.tsv`: on each line a message and the whole answer. `[vi]` changes the language.
struct CommandTableTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var language: Language
        var line: String
        var answer: String
        var testDescription: String { line }
    }

    static let rows: [Row] = {
        guard let url = Bundle.module.url(forResource: "Corpus/commands", withExtension: "tsv"),
            let table = try? String(contentsOf: url, encoding: .utf8)
        else { return [] }
        var language = Language.en
        return table.split(separator: "\n").compactMap { line in
            if line.hasPrefix("[") { language = line == "[vi]" ? .vi : .en }
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return parts.count == 2 ? Row(language: language, line: parts[0], answer: parts[1]) : nil
        }
    }()

    @Test func `the command corpus is present`() { #expect(Self.rows.count >= 150) }

    @Test(arguments: rows)
    func `a command is parsed, or answered with the position of the error`(row: Row) async throws {
        let answers = try await answers(to: .message(written(row.line)), in: row.language)
        let text = answers.map { $0.replacing("\n", with: "⏎") }.joined(separator: " + ")
        #expect(text == row.answer)
    }

    /// Returns the texts of the replies; a text marked as code from end to end is shown as a code block.
    private func answers(to event: Event, in language: Language) async throws -> [String] {
        let runtime = BotRuntime(chatPreferences: ChatPreferences(language: language))
        let bot = BotHandler(ArgumentCatalogBot(options: .init()), runtime: runtime)
        let context = EventContext(now: .distantPast, me: Author.me.id)
        if case .message(let message) = event, case .skip = bot.precheck(message, context) { return ["(not for it)"] }
        guard case .awaiting(let prepare, let end) = bot.handle(event, in: context) else { return [] }
        let results = try await prepare()()
        end(.success(results))
        return results.flatMap(\.actions).map { action in
            guard case .reply(let draft) = action, draft.mentions.isEmpty else { return "\(action)" }
            let isBlock = draft.content.markup == [Markup("pre", TextRange(0, draft.content.text.utf16.count))]
            return (isBlock ? "▌" : "") + draft.content.text
        }
    }
}
