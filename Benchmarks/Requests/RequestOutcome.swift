import ChatModel
import EventProcessing
import MezonBotApp
import Storage

/// A comparison of the questions, the requests that servers received, the responses in the journal and the answers in the chat.
struct RequestOutcome {
    private(set) var chat = NumberedQuestions.Outcome()
    /// The number of answers that are no response of a server to their question.
    private(set) var foreign = 0
    private(set) var arrivals = 0
    /// The number of requests that a server received again.
    private(set) var repeated = 0
    /// The number of questions that arrived with more than one key, and of keys that arrived with more than one question.
    private(set) var mixedKeys = 0
    /// The number of further effects of a question at the server that honors keys, and at the other one.
    private(set) var doubledEffects = (honoring: 0, counting: 0)
    private(set) var lostResponses = 0
    private(set) var doubledResponses = 0
    private(set) var failures = 0

    init(
        _ servers: [QuestionServer], _ channels: [Channel], seenBy asker: ChatUser, _ reader: JournalReader
    ) async throws {
        chat = try await NumberedQuestions.outcome(in: channels, seenBy: asker)
        let effects = servers.map(\.effects).reduce(into: [String: [String]]()) { $0.merge($1, uniquingKeysWith: +) }
        var questions: Set<String> = []
        for channel in channels {
            for message in try await asker.history(of: channel) {
                if message.text.hasPrefix("question ") { questions.insert(message.text) }
                guard message.text.hasPrefix("answer to ") else { continue }
                let parts = message.text.dropFirst("answer to ".count).split(separator: ": ", maxSplits: 1).map(String.init)
                let isOurs = parts.count == 2 && effects[parts[0]]?.contains(parts[1]) == true
                if !isOurs { foreign += 1 }
            }
        }
        for server in servers {
            let seen = server.arrivals
            arrivals += seen.count
            repeated += seen.count - Set(seen).count
            let pairs = Set(seen)
            mixedKeys += pairs.count - Set(pairs.map(\.question)).count + pairs.count - Set(pairs.map(\.key)).count
            mixedKeys += pairs.count { $0.key.isEmpty }
            let further = server.effects.values.reduce(0) { $0 + $1.count - 1 }
            if server.honorsKeys { doubledEffects.honoring += further } else { doubledEffects.counting += further }
        }
        var responses: [Int64] = []
        var last: Int64 = 0
        while let lines = try await reader.entries(after: last, limit: 1000).nonEmpty {
            for entry in lines {
                last = entry.sequence
                guard case .system(.response(let response)) = entry.event else { continue }
                responses.append(response.delivery)
                if response.success == nil { failures += 1 }
            }
        }
        lostResponses = questions.count - Set(responses).count
        doubledResponses = responses.count - Set(responses).count
    }

    /// The sentences that state what is broken; empty if nothing is.
    func defects(questions: Int, kills: Int) -> [String] {
        let counts = [
            (questions - chat.asked, "questions did not reach the chat"),
            (chat.lost, "questions have no answer"),
            (chat.doubled, "questions have a second answer"),
            (chat.outOfOrder, "answers are out of order"),
            (foreign, "answers are no response of the server that was asked"),
            (lostResponses, "responses are missing in the journal"),
            (doubledResponses, "responses are in the journal twice"),
            (failures, "requests were given up or refused"),
            (mixedKeys, "requests have no key, a second one, or that of another question"),
            (doubledEffects.honoring, "further effects at the server that honors keys"),
        ]
        let noRepetition = repeated == 0 && kills >= 10 ? ["no request was repeated, so the trial shows nothing"] : []
        return counts.filter { $0.0 != 0 }.map { "\($0.0) \($0.1)" } + noRepetition
    }
}

extension Array {
    fileprivate var nonEmpty: [Element]? { isEmpty ? nil : self }
}
