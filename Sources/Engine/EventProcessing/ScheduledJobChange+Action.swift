import ChatModel
import Storage

extension ScheduledJobChange {
    /// Creates the job change that an action requests; `nil` for other actions.
    ///
    /// A job requested by a bot that a rule runs belongs to the bot, which handles it when it is due.
    init?(_ action: Action, by author: String) {
        switch action {
        case .schedule(let job): self = .schedule(job, author: Self.owner(author))
        case .cancel(let name): self = .cancel(name, author: Self.owner(author))
        default: return nil
        }
    }

    private static func owner(_ author: String) -> String { author.split(separator: "/").last.map(String.init) ?? author }
}
