import Foundation
import MezonModel
import Persistence

/// Retries and discards dead letters.
struct DeadLetterService: Sendable {
    enum RetryError: Error, Equatable, CustomStringConvertible {
        case unknown(Int64)
        case closed(Int64, DeadLetter.State)
        case askedByRule(Int64)
        case entryGone(Int64)

        var description: String {
            switch self {
            case .unknown(let number): "there is no letter \(number)"
            case .closed(let number, let state): "letter \(number) was \(state.rawValue) already"
            case .askedByRule(let number):
                "letter \(number) is of a bot that a rule asked in words of its own; set the rule off again instead"
            case .entryGone(let number): "what letter \(number) is about is no longer in the journal"
            }
        }
    }

    let store: Store
    let time: any TimeSource

    /// - Throws: `RetryError`.
    func retry(_ number: Int64) async throws -> String {
        let letter = try await open(number)
        guard !letter.author.contains("/") else { throw RetryError.askedByRule(number) }
        guard let entry = try await store.entry(letter.sequence) else { throw RetryError.entryGone(number) }
        let event = SystemEvent.retried(
            .init(
                letter: number, entry: letter.sequence, author: letter.author, clan: entry.clan, channel: entry.channel,
                at: time.now))
        guard try await store.retry(letter, by: event) else { throw RetryError.closed(number, .retried) }
        return "\(letter.author) tries again at #\(letter.sequence); `mezon-bot journal` shows what comes of it"
    }

    /// - Throws: `RetryError`.
    func discard(_ number: Int64) async throws -> String {
        let letter = try await open(number)
        guard try await store.discard(letter.number) else { throw RetryError.closed(number, .discarded) }
        return "letter \(number) is closed"
    }

    private func open(_ number: Int64) async throws -> DeadLetter {
        guard let letter = try await store.reader.letter(number) else { throw RetryError.unknown(number) }
        guard letter.state == .open else { throw RetryError.closed(number, letter.state) }
        return letter
    }
}
