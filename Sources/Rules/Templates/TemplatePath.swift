import MezonModel
import TextMatching

/// What a template may show.
enum TemplatePath: String, Hashable, Sendable, CaseIterable {
    case authorName = "author.name"
    case authorUsername = "author.username"
    case messageText = "message.text"
    case channelLabel = "channel.label"
    /// What the deciding condition found, as it was written.
    case matchText = "match.text"

    func value(_ facts: Facts, _ match: TextMatch?) -> String {
        switch self {
        case .authorName: facts.message.author.name
        case .authorUsername: facts.message.author.username
        case .messageText: facts.message.text
        case .channelLabel: facts.message.channelLabel
        case .matchText: match?.text ?? ""
        }
    }
}
