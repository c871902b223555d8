import MezonModel
import Persistence

extension ScheduledJobChange {
    /// What an author asks to be kept in mind, or no longer; nil for any other action.
    ///
    /// What a rule has handed to a bot is the bot's: it is the one who is told.
    init?(_ action: Action, by author: String) {
        let author = author.split(separator: "/").last.map(String.init) ?? author
        switch action {
        case .appoint(let appointment): self = .make(appointment, author: author)
        case .dismiss(let name): self = .dismiss(name, author: author)
        default: return nil
        }
    }
}
