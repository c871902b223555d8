import BotKit
import ChatModel
import MezonBotApp
import MezonTestGateway
import Storage

/// The read handler of a test clan: answers bots' reads of users, channels, history and the web.
struct TestReadService {
    let store: Store
    let sender: TestClanSender
    let web: TestWeb
    let me: UserID

    func answer(_ question: ContextRead.Request) async -> ContextRead.Response {
        switch question {
        case .member(let user, let clan), .identifiedMember(let user, let clan):
            return .member(store.directory.member(user, in: clan))
        case .channel(let channel): return .channel(store.directory.channel(channel))
        case .role(let role, let clan): return .role(store.directory.roles(of: clan).first { $0.id == role }?.title)
        case .history(let channel, let message, let limit):
            return .messages(sender.gateway { $0.messages(in: channel, before: message, limit: limit) })
        case .http(let question):
            if let outcome = web.answer(at: question.url) { return .http(outcome) }
            sender.noteNotModelled("GET \(question.url); call clan.http(\"\(question.url)\", answers: …)")
            return .failed("the test clan does not model it")
        case .message(let message, let channel): return await store.journal.heard(message, in: channel)
        case .file(let url, _, let limit): return .file(file(at: url, limit))
        case .kept(let channel, let message, let limit):
            let messages = sender.gateway { $0.messages(in: channel, before: message, limit: limit) }
            return .kept(messages.sorted { $0.id > $1.id }.map(StoredMessage.init))
        case .search(let words, _, let channels, let limit): return .found(found(words, in: channels ?? [], limit))
        case .channels(let clan, let last, let limit):
            return .channels(Array(store.directory.channels.lazy.filter { $0.clan == clan && $0.id > last }.prefix(limit)))
        case .members(let clan, let last, let limit):
            return .members(
                Array(store.directory.members(of: clan).filter { $0.user > last }.sorted { $0.user < $1.user }.prefix(limit)))
        case .voiceChannels(let clan): return sender.voiceChannels(of: clan)
        case .clanEvents(let clan): return sender.clanEvents(of: clan)
        case .onlineMembers(let clan): return sender.onlineMembers(of: clan)
        case .conversations(let last, let limit):
            return .channels(store.directory.conversations(after: last, limit: limit))
        case .unread(let channel):
            let messages = sender.gateway { $0.messages(in: channel, limit: 1000) }.sorted { $0.id > $1.id }
            return .count(messages.prefix { $0.author.id != me }.count)
        case .jobs(let author):
            do {
                return .jobs(try await store.jobs.all(of: author).map(\.job))
            } catch {
                return .failed("\(error)")
            }
        default:
            // Deliberately a default: reads that the clan does not model fail the test, whichever later builds add.
            sender.noteNotModelled("the read '\(question)'")
            return .failed("the test clan does not model it")
        }
    }

    private func found(_ words: [String], in channels: [ChannelID], _ limit: Int) -> [FoundMessage] {
        let messages = channels.flatMap { channel in sender.gateway { $0.messages(in: channel, limit: 1000) } }
        var ranking = SearchRanking(words: words.count)
        for message in messages {
            let contained = Set(message.text.folded.split { !$0.isLetter && !$0.isNumber }.map(String.init))
            guard !contained.isDisjoint(with: words.map(\.folded)) else { continue }
            ranking.add(message.id.rawValue) { contained.contains(words[$0].folded) }
        }
        let known = Dictionary(messages.map { ($0.id.rawValue, $0) }) { first, _ in first }
        return ranking.best(limit).compactMap { known[$0].map(FoundMessage.init) }
    }

    private func file(at url: String, _ limit: Int) -> FileOutcome {
        let outcome: HTTPOutcome?
        do {
            outcome = try TestMediaURLs.name(in: url).map { .response(HTTPResponse(body: try store.blobs.bytes(named: $0))) }
        } catch {
            outcome = .failure(.unreachable("\(error)"))
        }
        switch outcome ?? web.answer(at: url) {
        case .response(let response):
            return response.body.count > limit ? .failure(.tooLarge(limitInBytes: limit)) : .small(response.body)
        case .failure(let failure): return .failure(failure)
        case nil:
            sender.noteNotModelled("the attachment \(url); call clan.http(\"\(url)\", answers: …)")
            return .failure(.unreachable("the test clan does not model it"))
        }
    }
}

extension FoundMessage {
    fileprivate init(_ message: Message) {
        self.init(
            id: message.id, channel: message.channel, clan: message.clan, author: message.author.id,
            authorName: message.author.name, text: message.text, at: max(message.createdAt, message.updatedAt))
    }
}

extension StoredMessage {
    fileprivate init(_ message: Message) {
        self.init(
            id: message.id, author: message.author.id, authorName: message.author.name, text: message.text,
            saidAt: message.createdAt, editedAt: message.updatedAt > message.createdAt ? message.updatedAt : nil)
    }
}
