import BotKit

/// A bot that passes questions to a language model: `*ask why is the sky blue?`.
struct Assistant: Bot {
    struct Options: BotOptions {
        var model = LanguageModel()
        var instructions = "You help the members of a chat. Answer briefly and in the language of the question."
        var questionsPerDay = 20
    }

    struct State: BotState {
        var budget = DailyBudget()
    }

    static let manifest = Manifest(
        "assistant", "Answers questions with a language model: *ask question.", needs: [.reply, .request])
    let options: Options
    private static let maxLength = 8000  // Characters: a few messages.

    var commands: [Command<Self>] {
        Command("ask", "Ask the language model", vi: "Hỏi mô hình ngôn ngữ", cooldown: .seconds(5)) {
            (context, question: RemainingText) in
            let (limit, today) = (options.questionsPerDay, context.today)
            let isGranted = try await context.state(.user).update { $0.budget.take(of: limit, on: today) }
            guard isGranted else {
                return [
                    .reply(
                        context.say(
                            "You have asked \(limit) questions today. Please come back tomorrow.",
                            vi: "Hôm nay bạn đã hỏi \(limit) câu. Mai bạn hỏi tiếp nhé."))
                ]
            }
            return [.request(try options.model.request("answer", [.system(options.instructions), .user(question.text)]))]
        }
    }

    func onResponse(_ response: WebResponse, _ context: Context) -> [Action] {
        do throws(LanguageModelError) {
            let answer = try options.model.answer(in: response)
            // Neither Markdown nor an @name of the model means anything.
            return [.reply(Text { String(answer.text.prefix(Self.maxLength)) }.draft)]
        } catch {
            return [
                .reply(
                    context.say(
                        "The language model gives no answer. Please try again later.",
                        vi: "Mô hình ngôn ngữ không trả lời. Lát nữa bạn thử lại nhé."))
            ]
        }
    }
}
