import BotKit
import MezonModel
import MezonSession
import Persistence

/// Answers what bots ask about people, channels, the past and the web.
struct BotReader: Sendable {
    let store: Store
    let history: ChannelHistory
    let web: WebFetcher

    func answer(_ question: Reading.Question) async -> Reading.Answer {
        switch question {
        case .state: .failed("state is not asked for here")
        case .member(let user, let clan): .member(store.member(user, in: clan))
        case .channel(let channel): .channel(store.channel(channel))
        case .role(let role, let clan): .role(store.roles(of: clan).first { $0.id == role }?.title)
        case .history(let channel, let message, let limit): await past(of: channel, before: message, limit)
        case .message(let message, let channel): await store.heard(message, in: channel)
        case .http(let question): await page(question)
        }
    }

    private func page(_ question: HTTPQuestion) async -> Reading.Answer {
        do {
            return .http(try await web.answer(question))
        } catch {
            return .failed("\(error)")
        }
    }

    private func past(of id: ChannelID, before message: MessageID, _ limit: Int) async -> Reading.Answer {
        guard let channel = store.channel(id) else { return .failed("there is no channel \(id) that we see") }
        do {
            let page = try await history.page(of: channel, before: message)
            return .messages(Array(page.sorted { $0.id < $1.id }.suffix(limit)))
        } catch {
            return .failed("\(error)")
        }
    }
}
