import BotKit
import LocalGateway
import MezonBot
import MezonModel
import Persistence

/// Answers what bots ask about people, channels, the past and the web of a test clan.
struct ClanAnswers {
    let store: Store
    let sender: ClanSender
    let web: ClanWeb

    func answer(_ question: Reading.Question) async -> Reading.Answer {
        switch question {
        case .member(let user, let clan): return .member(store.member(user, in: clan))
        case .channel(let channel): return .channel(store.channel(channel))
        case .role(let role, let clan): return .role(store.roles(of: clan).first { $0.id == role }?.title)
        case .history(let channel, let message, let limit):
            return .messages(sender.world { $0.messages(in: channel, before: message, limit: limit) })
        case .http(let question):
            if let outcome = web.answer(at: question.url) { return .http(outcome) }
            sender.noteNotModelled("GET \(question.url); say clan.http(\"\(question.url)\", answers: …)")
            return .failed("the test clan does not model it")
        case .message(let message, let channel): return await store.heard(message, in: channel)
        default:
            // The point of this clan: what it does not know fails the test, whatever later builds may ask.
            sender.noteNotModelled("the reading '\(question)'")
            return .failed("the test clan does not model it")
        }
    }
}
