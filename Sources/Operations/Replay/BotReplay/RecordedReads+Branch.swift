import BotKit
import ChatModel
import RuleEngine

extension RecordedReads.BranchView {
    /// The answer of the directory as of that time; nil for what only the server, the web or the store of then knows.
    ///
    /// A channel that the readers of the event's place may not read is not answered.
    func answer(_ question: ContextRead.Request) -> ContextRead.Response? {
        switch question {
        case .member(let user, let clan): return .member(directory.member(user, clan))
        case .identifiedMember(let user, let clan):
            let member = directory.member(user, clan)
            return member?.isUnidentified == true ? nil : .member(member)
        case .channel(let id):
            guard let known = directory.channel(id) else { return nil }
            return id == channel || known.clan == clan && !known.isPrivate ? .channel(known) : nil
        default: return nil
        }
    }
}

extension ContextRead.Request {
    /// The reason why its answer is not known, in words.
    var missingReason: String {
        switch self {
        case .http: "it reads from a web server, whose answer is not in the history"
        case .file: "it reads an attachment, which is not in the history"
        case .history, .message, .kept, .search: "it reads earlier messages as they were then, which the history does not say"
        default: "it reads what the server knew then, which is not in the history"
        }
    }
}
