public import Foundation

/// A poll in a message, as the server has reported it with that message: it may have more votes by now.
public struct PostedPoll: Hashable, Sendable {
    /// An answer of a poll.
    public struct Answer: Hashable, Sendable {
        /// The text.
        public var text: String
        /// The number of votes.
        public var votes: Int
    }

    /// The poll's id, which is not that of the message; zero if the message does not contain it.
    public var id: Int64
    /// The question.
    public var question: String
    /// The answers in their order.
    public var answers: [Answer]
    /// A Boolean value that indicates whether a user may choose several answers.
    public var allowsMultipleAnswers: Bool
    /// The number of votes of all answers.
    public var totalVotes: Int
    /// The time at which the poll closes; nil if unknown.
    public var closesAt: Date?
    /// A Boolean value that indicates whether no more votes are counted.
    public var isClosed: Bool

    private static let maxAnswers = 100  // Of what is read: more than clients create.

    /// Reads the poll of a message; nil if there is none.
    init?(_ content: Content) {
        guard let items = content.extras["answers"]?.array, !items.isEmpty, items.count <= Self.maxAnswers else { return nil }
        let counts = content.extras["answer_counts"]?.array ?? []
        let texts = items.enumerated().map { position, item -> (index: Int64, position: Int, text: String) in
            let fields = item.object ?? [:]
            return (
                index: fields["index"]?.integer ?? Int64(position), position: position,
                text: item.string ?? (fields["label"] ?? fields["text"])?.string ?? ""
            )
        }
        func count(_ value: JSONValue?) -> Int { max(0, Int(clamping: value?.integer ?? 0)) }
        answers = texts.sorted { ($0.index, $0.position) < ($1.index, $1.position) }.enumerated().map { place, answer in
            Answer(text: answer.text, votes: place < counts.count ? count(counts[place]) : 0)
        }
        id = (content.extras["poll_id"] ?? content.extras["id"])?.integer ?? 0
        question = content.extras["question"]?.string ?? content.text
        allowsMultipleAnswers = content.extras["type"]?.integer == 1 || content.extras["allow_multiple_answers"] == true
        totalVotes = count(content.extras["total_votes"])
        let seconds = (content.extras["expire_at"] ?? content.extras["exp"])?.integer ?? 0
        closesAt = (1...Self.latest).contains(seconds) ? Date(timeIntervalSince1970: Double(seconds)) : nil
        isClosed = content.extras["is_closed"] == true
    }

    /// The question, followed by the answers, each on a line of its own.
    package var text: String { ([question] + answers.map { "• \($0.text)" }).joined(separator: "\n") }

    /// Returns whether the poll has the question and the answers of a draft.
    package func isLike(_ draft: Content) -> Bool {
        guard let poll = Poll(draft) else { return false }
        return question == poll.question && answers.map(\.text) == poll.answers
    }

    private static let latest: Int64 = 4_000_000_000  // In 2096; anything later is no number of seconds.
}
