import ChatModel
import Foundation
import MezonBotApp
import Moderation
import Replay
import Storage

/// Starts work about rules that takes long.
struct RuleRunHandler: Sendable {
    let context: ConsoleContext
    let runner: ConsoleRunner

    /// - Throws: `ScreenError.refused`, and errors of the store.
    func start(_ command: Route.RuleCommand, _ form: FormFields, _ session: SecretToken, _ texts: Texts) async throws {
        switch command {
        case .suggest: try await suggest(form, session, texts)
        }
    }

    private func suggest(_ form: FormFields, _ session: SecretToken, _ texts: Texts) async throws {
        let query = try SuggestionQuery(
            form, clans: try await context.reader.clans(), at: context.access.time.now, in: context.zone, texts)
        let (reader, compiled, context) = (context.reader, context.access.configuration(), context)
        let isStarted = runner.start(.suggestions(query), for: session) { progress in
            let last = try await reader.lastSequence()
            let first = max(0, last - SuggestionQuery.maxEntries)
            let suggester = RuleSuggester(
                reader, today: try await reader.directoryLookup(), rules: compiled.rules,
                clans: query.clan.isNone ? nil : [query.clan], span: ReplayRange(since: query.since, until: query.until),
                countsDeletions: query.countsDeletions, after: first)
            let report = try await suggester.run(compiled.suggestionFiles) { pass, sequence in
                progress.note(Int64(pass) * (last - first) + sequence - first, of: 2 * (last - first))
            }
            return .suggestions(SuggestedChanges(report, on: await context.checked(nil).files))
        }
        guard isStarted else { throw ScreenError.refused([texts["editor_busy"]]) }
    }
}
