import BotTesting
import Foundation
import Testing

@testable import BotKit

/// A bot to which things can be said.
struct CommandListenerBot<B: Bot> {
    private let bot: BotHandler<B>

    init(_ bot: B, _ memory: BotStateStore, members: [Member], _ language: Language = .en, room: BotSupervisor? = nil) {
        let runtime = BotRuntime(
            ask: { question in
                switch question {
                case .member(let user, _): .member(members.first { $0.user == user })
                case .identifiedMember(let user, _): .member(members.last { $0.user == user })
                case .role(let role, _): .role(role == 401 ? "Host" : nil)
                default: .failed("not asked for here")
                }
            }, chatPreferences: ChatPreferences(language: language), supervisor: { _ in room ?? BotSupervisor(memory: memory) })
        self.bot = BotHandler(bot, runtime: runtime)
    }

    func says(_ text: String, after seconds: Double = 0, by author: Author = .an) async throws -> [Action]? {
        let at = Date(timeIntervalSince1970: 1_767_225_600 + seconds)
        return try await hears(.message(.make(text: text, by: author, at: at)))
    }

    func changes(to text: String) async throws -> [Action]? { try await hears(.edit(.make(text: text))) }

    func reasons(of text: String, after seconds: Double) async throws -> [String]? {
        let at = Date(timeIntervalSince1970: 1_767_225_600 + seconds)
        return try await results(to: .message(.make(text: text, at: at)))?.map(\.reason)
    }

    /// What it asks for; nil where the precheck says no.
    func hears(_ event: Event) async throws -> [Action]? { try await results(to: event)?.flatMap(\.actions) }

    private func results(to event: Event) async throws -> [AuthorResult]? {
        let context = EventContext(now: event.time ?? .distantPast, me: Author.me.id)
        if case .message(let message) = event, case .skip = bot.precheck(message, context) { return nil }
        guard case .awaiting(let prepare, let end) = bot.handle(event, in: context) else { return [] }
        do {
            let results = try await prepare()()
            end(.success(results))
            return results
        } catch {
            end(.failure(error))
            throw error
        }
    }
}
