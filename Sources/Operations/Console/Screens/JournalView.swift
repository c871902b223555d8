import BotConfiguration
import ChatModel
import EventProcessing
import Foundation
import MezonBotApp
import Moderation
import RuleEngine
import Storage

/// The journal: a page of entries, the filters, and the address of the stream that continues it.
struct JournalView: Sendable {
    struct Choice: Sendable {
        let value: String
        let label: String
        let isChosen: Bool
    }

    /// A message that a search has found.
    struct Hit: Sendable {
        let sequence: Int64
        let at: String
        let place: String
        let name: String
        let text: String
        let isChanged: Bool
    }

    let rows: [JournalRowView]
    let hits: [Hit]
    let isSearch: Bool
    let isEmpty: Bool
    let words: String
    let user: String
    let clans: [Choice]
    let channels: [Choice]
    let rules: [Choice]
    let kinds: [Choice]
    let hasOlder: Bool
    let older: String
    let hasNewer: Bool
    /// The address of the stream below the base path; empty for an older page, which does not change.
    let stream: String
    let isLive: Bool
    /// The reason why a field of the filter is not understood.
    let problem: String
    let hasProblem: Bool
}

/// The fields of the journal's filter, as a browser sends them.
struct JournalQuery: Sendable {
    static let names = ["clan", "channel", "user", "rule", "kind", "q"]

    let fields: FormFields
    var before: Int64? { Int64(fields["before"]) }

    /// The filter's fields as a query, with further ones.
    func text(adding more: [(String, String)]) -> String {
        QueryText.query(Self.names.map { ($0, fields[$0]) }.filter { !$0.1.isEmpty } + more)
    }
}

extension ConsoleContext {
    /// The kinds of entries that the filter offers.
    private static let kinds = [
        "message", "edit", "delete", "reaction", "button", "system", "member-joined", "member-left", "roles-changed",
        "ban-changed", "system-job-due", "system-delivery-failed", "system-undo", "system-rules-changed", "system-started",
    ]
    private static let searchLimit = 100

    /// The filter that a query describes.
    ///
    /// - Throws: `ScreenError.invalid` for a name that nothing corresponds to.
    func filter(_ query: JournalQuery) async throws -> JournalFilter {
        var filter = JournalFilter()
        if !scope.isEverything { filter.places = try await places() }
        let fields = query.fields
        if !fields["clan"].isEmpty {
            guard let clan = ClanID(fields["clan"]) else { throw ScreenError.invalid(fields["clan"]) }
            filter.clan = clan
        }
        if !fields["channel"].isEmpty {
            guard let channel = ChannelID(fields["channel"]) else { throw ScreenError.invalid(fields["channel"]) }
            filter.channel = channel
        }
        if !fields["user"].isEmpty { filter.user = try await user(named: fields["user"]) }
        if !fields["rule"].isEmpty { filter.author = fields["rule"] }
        if !fields["kind"].isEmpty { filter.kind = fields["kind"] }
        return filter
    }

    private func user(named name: String) async throws -> UserID {
        if let id = UserID(name), !id.isNone { return id }
        let found = try await reader.users(named: name, in: scope)
        guard let id = found.first, found.count == 1 else { throw ScreenError.invalid(name) }
        return id
    }

    func journal(_ query: JournalQuery, _ texts: Texts) async throws -> JournalView {
        var filter = JournalFilter()
        var problem = ""
        do {
            filter = try await self.filter(query)
        } catch ScreenError.invalid(let word) {
            problem = texts.text("filter_unknown", ["word": word])
        }
        let words = query.fields["q"]
        var page = JournalPage()
        var hits: [JournalView.Hit] = []
        let names = try await names()
        if problem.isEmpty {
            if words.isEmpty {
                page = try await JournalPage(before: query.before, filter, from: reader)
            } else {
                do {
                    hits = try await self.hits(words, filter, names)
                } catch let error as SearchError {
                    problem = "\(error)"
                }
            }
        }
        let listing = JournalListing(labels: names.labels, in: zone)
        let newest = try await reader.lastSequence()
        let isLive = problem.isEmpty && words.isEmpty && query.before == nil
        let stream =
            "/journal/stream?"
            + query.text(adding: [("after", "\(page.lines.first.map { max($0.entry.sequence, newest) } ?? newest)")])
        return JournalView(
            rows: page.lines.map { JournalRowView(listing.row($0)) }, hits: hits, isSearch: !words.isEmpty,
            isEmpty: page.lines.isEmpty && hits.isEmpty, words: words, user: query.fields["user"],
            clans: try await clanChoices(query.fields["clan"]),
            channels: try await channelChoices(names, query.fields["channel"]),
            rules: try await ruleChoices(query.fields["rule"]),
            kinds: Self.kinds.map { .init(value: $0, label: $0, isChosen: $0 == query.fields["kind"]) },
            hasOlder: page.next != nil, older: page.next.map { "/journal?" + query.text(adding: [("before", "\($0)")]) } ?? "",
            hasNewer: query.before != nil, stream: isLive ? stream : "", isLive: isLive, problem: problem,
            hasProblem: !problem.isEmpty)
    }

    private func hits(_ words: String, _ filter: JournalFilter, _ names: ChannelNameResolver) async throws -> [JournalView.Hit] {
        var search = MessageSearch()
        search.words = try SearchQuery(words.split(whereSeparator: \.isWhitespace).map(String.init))
        search.author = filter.user
        search.channels = filter.channel.map { [$0] }
        search.limit = Self.searchLimit
        let places = try await places()
        if !scope.isEverything {
            let channels = try await reader.channels().map(\.id).filter(places.contains)
            search.channels = Set(channels).intersection(filter.channel.map { [$0] } ?? channels)
        }
        let hits = try await access.search(search).hits
        return hits.filter { (filter.clan == nil || $0.clan == filter.clan) && places.contains($0.channel) }.map { hit in
            JournalView.Hit(
                sequence: hit.sequence, at: hit.at.stamp(in: zone), place: names.label(of: hit.channel),
                name: hit.authorName.isEmpty ? "\(hit.author)" : hit.authorName, text: hit.text, isChanged: hit.since != nil)
        }
    }

    func clanChoices(_ chosen: String) async throws -> [JournalView.Choice] {
        try await reader.clans().filter { scope.contains($0.id) }.sorted { $0.id < $1.id }.map {
            .init(value: "\($0.id)", label: $0.name.isEmpty ? "\($0.id)" : $0.name, isChosen: "\($0.id)" == chosen)
        }
    }

    private func channelChoices(_ names: ChannelNameResolver, _ chosen: String) async throws -> [JournalView.Choice] {
        let places = try await places()
        return names.labels.filter { places.contains($0.key) }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.prefix(500).map
        {
            .init(value: "\($0.key)", label: $0.value, isChosen: "\($0.key)" == chosen)
        }
    }

    private func ruleChoices(_ chosen: String) async throws -> [JournalView.Choice] {
        let configuration = access.configuration()
        let authors =
            try await visibleRules().map { "rule:\($0.id)" }.sorted()
            + configuration.configuration.enabledBots.map { "bot:\($0.name)" }.sorted()
        return authors.map { .init(value: $0, label: $0, isChosen: $0 == chosen) }
    }
}
