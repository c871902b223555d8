import BotKit

/// A bot that passes questions to a language model: `*ask why is the sky blue?`, `*ask note that the rent is due on Friday`.
struct Assistant: Bot {
    struct Options: BotOptions {
        var model = LanguageModel()
        var instructions = "You help the members of a chat. Answer briefly and in the language of the question."
        var questionsPerDay = 20
    }

    struct State: BotState {
        var budget = DailyBudget()
        var notes: [String] = []
    }

    static let manifest = Manifest(
        "assistant", "Answers questions with a language model: *ask question.", needs: [.reply, .ephemeral, .request])
    let options: Options
    private static let maxLength = 8000  // Characters: a few messages.
    private static let maxNotes = 10

    /// The commands that the model may use for the asker. Deleting notes is not among them: a question may contain texts of others.
    private var tools: CommandTools<Self> { CommandTools(commands, only: ["note", "notes"]) }

    var commands: [Command<Self>] {
        Command("ask", "Ask the language model", vi: "Hỏi mô hình ngôn ngữ", cooldown: .seconds(5)) {
            (context, question: RemainingText) in
            guard try await isWithinBudget(context) else {
                return [.reply(context.say(AssistantTexts.tooManyQuestions(limit: options.questionsPerDay)))]
            }
            let conversation = LanguageModel.Conversation([.system(options.instructions), .user(question.text)])
            return [.request(try options.model.request("answer", conversation, tools: try await tools.offered(in: context)))]
        }
        Command("note", "Note something for yourself", vi: "Ghi lại điều gì đó cho bạn") { (context, note: RemainingText) in
            let isKept = try await context.state(.user).update { state in
                guard state.notes.count < Self.maxNotes else { return false }
                state.notes.append(note.text)
                return true
            }
            guard isKept else {
                throw UsageError(AssistantTexts.tooManyNotes(limit: Self.maxNotes, prefix: context.prefix))
            }
            return [.reply(context.say(AssistantTexts.noted))]
        }
        Command("notes", "Show your notes", vi: "Xem ghi chú của bạn") { context in
            let notes = try await context.state(.user).value.notes
            guard !notes.isEmpty else { return [.reply(context.say(AssistantTexts.noNotes))] }
            return [.ephemeral(Text(separatedBy: "\n") { for note in notes { "• \(note)" } }.draft, to: context.user)]
        }
        Command("forget", "Delete your notes", vi: "Xoá ghi chú của bạn") { context in
            try await context.state(.user).update { $0.notes = [] }
            return [.reply(context.say(AssistantTexts.forgotten))]
        }
    }

    func onResponse(_ response: WebResponse, _ context: Context) async throws -> [Action] {
        do {
            let offered = try await tools.offered(in: context)
            let answer = try options.model.answer(in: response, tools: offered)
            // Neither Markdown nor an @name of the model means anything.
            let text = Text { String(answer.text.prefix(Self.maxLength)) }
            var actions: [Action] = answer.text.isEmpty ? [] : [.reply(text.draft)]
            let round = try await tools.perform(answer, to: response, in: context)
            actions += round.actions
            if let next = round.next, try await isWithinBudget(context) {
                actions.append(.request(try options.model.request("answer", next, tools: offered)))
            }
            return actions
        } catch let error as LanguageModelError {
            context.explain("\(error)")
            return [.reply(context.say(AssistantTexts.noAnswer))]
        }
    }

    /// Takes one request to the model from what the user has left today.
    private func isWithinBudget(_ context: Context) async throws -> Bool {
        let (limit, today) = (options.questionsPerDay, context.today)
        return try await context.state(.user).update { $0.budget.take(of: limit, on: today) }
    }
}
