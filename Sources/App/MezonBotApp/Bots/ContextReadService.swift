import AsyncSupport
import BotKit
import ChatModel
import Logging
import MezonClient
import Storage

/// Answers the reads of bots: members, channels, history and the web.
struct ContextReadService: Sendable {
    private let store: Store
    private let archive: Archive
    private let me: UserID
    private let history: ChannelHistory
    private let web: WebFetcher
    /// The fetcher for attachments.
    private let files: WebFetcher
    private let accounts: AccountLookupService
    private let clans: ClanReader
    private let time: any TimeSource
    private let maxIdentificationTime: Duration = .seconds(3)

    init(
        _ compiled: CompiledConfiguration, stores: DataStores, mezon: MezonServices, time: any TimeSource, logger: Logger
    ) {
        store = stores.store
        archive = stores.archive
        me = mezon.me
        history = mezon.history
        accounts = mezon.accounts
        clans = mezon.clans
        self.time = time
        web = WebFetcher(compiled.configuration.httpAccess, time: time, logger: logger)
        files = WebFetcher(mezon.media.accessPolicies(for: compiled), time: time, logger: logger)
    }

    func answer(_ request: ContextRead.Request) async -> ContextRead.Response {
        switch request {
        case .state: .failed("state reads are not supported here")
        case .topics, .isModerator: .failed("only the active rules can answer this")
        case .language: .failed("only the runtime of the bots knows the languages")
        case .member(let user, let clan): .member(store.directory.member(user, in: clan))
        case .identifiedMember(let user, let clan): await identifiedMember(user, in: clan)
        case .channel(let channel): .channel(store.directory.channel(channel))
        case .role(let role, let clan): .role(store.directory.roles(of: clan).first { $0.id == role }?.title)
        case .history(let channel, let message, let limit): await history(of: channel, before: message, limit)
        case .message(let message, let channel): await store.journal.heard(message, in: channel)
        case .http(let request): await answered { .http(try await web.outcome(of: request)) }
        case .file(let url, let bot, let limit): await answered { .file(try await file(at: url, for: bot, limit)) }
        case .kept(let channel, let message, let limit):
            await answered { .kept(try await archive.get(.messages(in: channel, before: message, limit: limit))) }
        case .search(let words, _, let channels, let limit):
            await answered { .found(try await archive.search(SearchQuery(words), in: Set(channels ?? []), limit: limit)) }
        case .channels(let clan, let last, let limit):
            .channels(Array(store.directory.channels.lazy.filter { $0.clan == clan && $0.id > last }.prefix(limit)))
        case .members(let clan, let last, let limit):
            .members(
                Array(store.directory.members(of: clan).filter { $0.user > last }.sorted { $0.user < $1.user }.prefix(limit)))
        case .jobs(let author):
            await answered { .jobs(try await store.jobs.all(of: author).map(\.job)) }
        case .voiceChannels(let clan): await answered { .voiceChannels(try await clans.voiceChannels(of: clan)) }
        case .clanEvents(let clan): await answered { .clanEvents(try await clans.events(of: clan)) }
        case .onlineMembers(let clan): await answered { .users(try await clans.onlineMembers(of: clan)) }
        case .conversations(let last, let limit): .channels(store.directory.conversations(after: last, limit: limit))
        case .unread(let channel): await answered { .count(try await archive.get(.unread(in: channel, by: me))) }
        }
    }

    private func file(at url: String, for bot: RequestingBot, _ limit: Int) async throws -> FileOutcome {
        switch try await files.outcome(of: HTTPReadRequest(bot, url: url), limit: limit) {
        case .failure(let failure): return .failure(failure)
        case .response(let response):
            guard response.isSuccess else { return .failure(.unreachable("status \(response.status)")) }
            guard response.body.count > FileOutcome.maxSmallFileSize else { return .small(response.body) }
            return .kept(name: try store.blobs.store(response.body), sizeInBytes: response.body.count)
        }
    }

    /// A member whose account the server is asked about. It stays unidentified if the server does not respond in time.
    private func identifiedMember(_ user: UserID, in clan: ClanID) async -> ContextRead.Response {
        await answered {
            try await withTimeout(maxIdentificationTime, time: time) {
                try await accounts.identify([user])
            } onTimeout: {
            }
            return .member(store.directory.member(user, in: clan))
        }
    }

    private func answered(_ answer: () async throws -> ContextRead.Response) async -> ContextRead.Response {
        do {
            return try await answer()
        } catch {
            return .failed(StorageErrorDescription.words(for: error))
        }
    }

    private func history(of id: ChannelID, before message: MessageID, _ limit: Int) async -> ContextRead.Response {
        guard let channel = store.directory.channel(id) else { return .failed("channel \(id) is not visible to the bot") }
        do {
            let page = try await history.page(of: channel, before: message)
            return .messages(Array(page.sorted { $0.id < $1.id }.suffix(limit)))
        } catch {
            return .failed(StorageErrorDescription.words(for: error))
        }
    }
}
