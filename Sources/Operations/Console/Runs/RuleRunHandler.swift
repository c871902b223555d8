import ChatModel
import Foundation
import MezonBotApp
import Moderation
import Replay
import Storage

/// Starts work about rules that takes long: suggestions, plans of rewinds, and rewinds.
struct RuleRunHandler: Sendable {
    private static let planLifetime = 600.0  // Seconds: an older plan may be far from what is taken back.

    let context: ConsoleContext
    let runner: ConsoleRunner

    /// - Throws: `ScreenError.refused`, and errors of the store.
    func start(_ command: Route.RuleCommand, _ form: FormFields, _ session: SecretToken, _ texts: Texts) async throws {
        switch command {
        case .suggest: try await suggest(form, session, texts)
        case .plan: try await plan(form, session, texts)
        case .rewind: try rewind(form, session, texts)
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

    private func plan(_ form: FormFields, _ session: SecretToken, _ texts: Texts) async throws {
        let (reader, time) = (context.reader, context.access.time)
        let rule = String(form["rule"].prefix(100))
        guard !rule.isEmpty else { throw ScreenError.refused([texts["rewind_no_rule"]]) }
        if let unknown = try await reader.whyUnknown(rule: rule) { throw ScreenError.refused([unknown]) }
        let since = try form.pastTime("since", at: time.now, in: context.zone, texts)
        let clan = try form.clan(among: try await reader.clans(), texts)
        let request = RewindRequest(rule, since: since, in: clan)
        let isStarted = runner.start(.rewindPlan(request), for: session) { progress in
            let last = try await reader.lastSequence()
            let rewinder = try await Rewinder(request, reader, today: try await reader.directoryLookup())
            guard try await rewinder.advance(while: { progress.note($0, of: last) }) else { throw CancellationError() }
            return .plan(try await RewindPlan(rewinder, reader, at: time.now))
        }
        guard isStarted else { throw ScreenError.refused([texts["editor_busy"]]) }
    }

    /// Has the bot take back what the latest plan lists. It computes the plan again.
    private func rewind(_ form: FormFields, _ session: SecretToken, _ texts: Texts) throws(ScreenError) {
        guard let run = runner.latest(.rewind), form["plan"] == "\(run.number)", case .plan(let plan) = run.outcome,
            !plan.isEmpty,
            let endedAt = run.endedAt, context.access.time.now.timeIntervalSince(endedAt) < Self.planLifetime
        else { throw .refused([texts["rewind_stale"]]) }
        let ask = context.access.ask
        let isStarted = runner.start(.rewind(plan.request), for: session) { _ in
            .done(await ask(.rewind(plan.request, by: EditorHandler.author)))
        }
        guard isStarted else { throw .refused([texts["editor_busy"]]) }
    }
}
