import ChatModel
import Foundation
import MezonBotApp
import Moderation
import RuleEngine
import Storage

/// The scheduled jobs, as `mezon-bot schedule list` prints them.
struct ScheduleView: Sendable {
    struct Row: Sendable {
        let id: Int64
        let author: String
        let name: String
        let recurrence: String
        let recurs: Bool
        let place: String
        let next: [String]
        let isPaused: Bool
        let occurred: Int
        let skipped: Int
        let problem: String
        let hasProblem: Bool
    }

    /// A rule that can be triggered by hand.
    struct Trigger: Sendable {
        let rule: String
        let title: String
    }

    let rows: [Row]
    let isEmpty: Bool
    let hasMore: Bool
    let triggers: [Trigger]
    let hasTriggers: Bool
}

extension ConsoleContext {
    private static let maxJobs = 200
    private static let maxScanned = 5_000

    /// The rules that the session can trigger by hand: with a session for some clans, those that name a channel there.
    func triggers() async throws -> [RuleListing] {
        let places = try await places()
        return try await visibleRules().filter { rule in
            rule.isManual && rule.mode != .disabled && (scope.isEverything || rule.channel.map(places.contains) == true)
        }
    }

    func schedule() async throws -> ScheduleView {
        let places = try await places()
        let limit = scope.isEverything ? Self.maxJobs + 1 : Self.maxScanned
        let jobs = try await reader.jobs(of: nil, limit: limit).filter(places.contains)
        let labels = try await names().labels
        let listings = jobs.prefix(Self.maxJobs).map { ScheduledJobListing($0, labels: labels) }
        let manual = try await triggers()
        return ScheduleView(
            rows: listings.map { ScheduleView.Row($0, in: zone) }, isEmpty: listings.isEmpty, hasMore: jobs.count > Self.maxJobs,
            triggers: manual.map { .init(rule: $0.id, title: $0.title) }, hasTriggers: !manual.isEmpty)
    }
}

extension ScheduleView.Row {
    fileprivate init(_ listing: ScheduledJobListing, in zone: TimeZone) {
        id = listing.id
        author = listing.author
        name = listing.name
        recurrence = listing.repeats ?? ""
        recurs = listing.repeats != nil
        place = listing.channel.isNone ? "" : listing.channelLabel ?? "\(listing.channel)"
        next = listing.isPaused ? [] : listing.next.map { $0.stamp(in: zone) }
        isPaused = listing.isPaused
        occurred = listing.occurred
        skipped = listing.skipped
        problem = listing.problem ?? ""
        hasProblem = listing.problem != nil
    }
}
