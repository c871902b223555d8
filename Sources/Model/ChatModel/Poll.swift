/// A poll to be created. Mezon shows it, counts the votes and closes it.
///
///     [.reply(Draft(poll: Poll("Lunch?", ["Phở", "Bún"], hours: 4)))]
public struct Poll: Hashable, Sendable {
    /// The question: at most 300 characters.
    public var question: String
    /// The answers: 2 to 20.
    public var answers: [String]
    /// The number of hours after which the poll closes: 1 to 168. Mezon's clients offer 1, 4, 8, 24, 72 and 168.
    public var hours: Int
    /// A Boolean value that indicates whether a user may choose several answers.
    public var allowsMultipleAnswers: Bool

    private static let maxQuestion = 300  // As in Mezon's clients, like the other limits.
    private static let answerCount = 2...20
    private static let hourRange = 1...168

    /// Creates a poll. Its limits are checked when it is sent.
    public init(_ question: String, _ answers: [String], hours: Int = 24, allowsMultipleAnswers: Bool = false) {
        self.question = question
        self.answers = answers
        self.hours = hours
        self.allowsMultipleAnswers = allowsMultipleAnswers
    }

    /// Reads the poll of a draft; nil if there is none.
    package init?(_ content: Content) {
        guard let posted = PostedPoll(content) else { return nil }
        self.init(
            posted.question, posted.answers.map(\.text), hours: Int(clamping: content.extras["expire_hours"]?.integer ?? 24),
            allowsMultipleAnswers: posted.allowsMultipleAnswers)
    }

    /// The content of a message with the poll.
    var content: Content {
        let answers = answers.enumerated().map { index, answer in
            JSONValue.object(["index": .integer(Int64(index)), "label": .string(answer)])
        }
        return Content(
            "",
            extras: [
                "question": .string(question), "answers": .array(answers), "type": .integer(allowsMultipleAnswers ? 1 : 0),
                "expire_hours": .integer(Int64(hours)),
            ])
    }

    /// The reason why the poll cannot be created; nil if it can be.
    var problem: String? {
        func isBlank(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }
        if isBlank(question) { return "a poll without a question" }
        if question.count > Self.maxQuestion {
            return "a poll whose question has \(question.count) characters; the maximum is \(Self.maxQuestion)"
        }
        if !Self.answerCount.contains(answers.count) {
            return "a poll with \(answers.count) answers; it needs 2 to 20"
        }
        if answers.contains(where: isBlank) { return "a poll with an empty answer" }
        if !Self.hourRange.contains(hours) {
            return "a poll of \(hours) hours; it can be open for 1 to 168"
        }
        return nil
    }
}
