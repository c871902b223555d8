import ChatModel
import Storage

extension ScheduledJobChange {
    /// Creates the job change that an action requests; `nil` for other actions.
    ///
    /// A job requested by a bot that a rule runs belongs to the bot, which handles it when it is due.
    init?(_ action: Action, by author: String) {
        let author = author.split(separator: "/").last.map(String.init) ?? author
        switch action {
        case .schedule(let job): self = .schedule(job, author: author)
        case .cancel(let name): self = .cancel(name, author: author)
        default: return nil
        }
    }
}
