import BotKit
import Foundation

/// A bot that answers frequent questions: `*faq nghỉ phép`, and `*faq add question | answer` for editors.
struct FAQ: Bot {
    struct Entry: Codable, Sendable {
        var question: String
        var answer: String
    }

    struct Options: BotOptions {
        var entries: [Entry] = []
        /// The roles that may add and remove entries.
        var editors: [RoleID] = []
    }

    struct State: BotState { var entries: [Entry] = [] }

    static let manifest = Manifest("faq", "Answers frequently asked questions: *faq words.", needs: [.reply])
    private static let maximum = 100  // With the next limit, within the maximum state size of a clan.
    private static let maxBytes = 1000
    let options: Options

    var commands: [Command<Self>] {
        Command("faq", "Answer a question, or list all questions", vi: "Trả lời câu hỏi, hoặc liệt kê") {
            (context, words: RemainingText?) in
            let entries = options.entries + (try await context.state(.clan).value.entries)
            guard let words else {
                let list = entries.map { "• \($0.question)" }.joined(separator: "\n")
                return [.reply(list.isEmpty ? context.say("No questions yet.", vi: "Chưa có câu hỏi nào.") : Draft(list))]
            }
            let found = entries.map { (entry: $0, likeness: FAQSearch.likeness(of: words.text, to: $0.question)) }
                .filter { $0.likeness >= 0.4 }.enumerated()
                .sorted { ($1.element.likeness, $0.offset) < ($0.element.likeness, $1.offset) }.map(\.element)
            guard let best = found.first else {
                return [.reply(context.say("I have no answer to that.", vi: "Tôi chưa biết gì về điều đó."))]
            }
            if best.likeness >= 0.75 { return [.reply("\(best.entry.question)\n\(best.entry.answer)")] }
            let near = found.prefix(3).map { "• \($0.entry.question)" }.joined(separator: "\n")
            return [.reply(context.say("Did you mean:\n\(near)", vi: "Ý bạn là:\n\(near)"))]
        }
        Command(
            "faq add", "Add a question and its answer", vi: "Thêm câu hỏi và câu trả lời",
            arguments: [LocalizedText("question | answer", vi: "câu hỏi | trả lời")], for: .roles(options.editors)
        ) { (context, text: RemainingText) in
            let parts = text.text.split(separator: "|", maxSplits: 1).map {
                $0.trimmingCharacters(in: .whitespacesAndNewlines).prefix(bytes: Self.maxBytes)
            }
            guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
                throw UsageError(
                    LocalizedText(
                        "write a question and an answer, separated by |", vi: "cần câu hỏi và câu trả lời, cách nhau bởi |"),
                    about: 0)
            }
            try await context.state(.clan).update { state in
                state.entries.removeAll { $0.question.folded == parts[0].folded }
                guard state.entries.count < Self.maximum else {
                    throw UsageError(
                        LocalizedText(
                            "there are \(Self.maximum) questions; remove one first", vi: "đã đủ \(Self.maximum) câu; hãy xoá bớt")
                    )
                }
                state.entries.append(Entry(question: parts[0], answer: parts[1]))
            }
            return [.reply(context.say("Added.", vi: "Tôi đã nhớ."))]
        }
        Command("faq remove", "Remove an added question", vi: "Xoá câu hỏi đã thêm", for: .roles(options.editors)) {
            (context, question: RemainingText) in
            try await context.state(.clan).update { state in
                let before = state.entries.count
                state.entries.removeAll { $0.question.folded == question.text.folded }
                guard state.entries.count < before else {
                    throw UsageError(LocalizedText("no added question has this text", vi: "chưa ai thêm câu hỏi này"), about: 0)
                }
            }
            return [.reply(context.say("Removed.", vi: "Đã xoá."))]
        }
    }
}
