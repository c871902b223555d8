import BotKit
import ChatModel
import Foundation
import MezonProtocol
import Storage

/// The responses of web addresses, as far as a recording may contain them.
struct RecordedWeb {
    private let reader: JournalReader
    private let keepsText: Bool
    /// The outcomes of durable requests by delivery.
    private let responses: [Int64: WebResponse]
    /// The latest response of each address.
    private var answers: [String: HTTPOutcome] = [:]

    init(_ reader: JournalReader, responses: [WebResponse], keepsText: Bool) {
        self.responses = Dictionary(responses.map { ($0.delivery, $0) }) { _, last in last }
        self.reader = reader
        self.keepsText = keepsText
    }

    /// Returns the responses recorded for an entry that differ from earlier ones, in order, with the reason for omitting one, if
    /// any.
    mutating func news(of line: JournalReader.Line, _ names: Pseudonyms) async throws -> [(
        url: String, outcome: HTTPOutcome, reason: String?
    )] {
        var news: [(url: String, outcome: HTTPOutcome, reason: String?)] = []
        for row in try await reader.botRecords(of: line.entry.sequence) where row.reads.contains("\"http\"") {
            let reads = (try? JSONDecoder().decode([ContextRead].self, from: Data(row.reads.utf8))) ?? []
            for reading in reads {
                guard case .http(let question) = reading.question, case .http(let outcome) = reading.answer,
                    answers.updateValue(outcome, forKey: question.url) != outcome
                else { continue }
                news.append((question.url, outcome, reason(question.url, outcome, names)))
            }
        }
        for delivery in line.deliveries {
            guard let response = responses[delivery.id], case .web(let web)? = delivery.outgoing?.request else { continue }
            let outcome = response.http.map(HTTPOutcome.response) ?? .failure(.unreachable(response.failure ?? ""))
            guard answers.updateValue(outcome, forKey: web.request.url) != outcome else { continue }
            news.append((web.request.url, outcome, reason(web.request.url, outcome, names)))
        }
        return news
    }

    private func reason(_ url: String, _ outcome: HTTPOutcome, _ names: Pseudonyms) -> String? {
        guard keepsText else { return "web responses, because they contain text" }
        guard let line = FixtureWeb.text(url, outcome) else { return "web reads that failed before they were sent" }
        if names.name(in: line) { return "web responses with the name or id of a user" }
        return line.utf8.count > FixtureReader.maxLineBytes ? "web responses too long for a line" : nil
    }
}
