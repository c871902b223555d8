package import ChatModel

extension SystemEvent {
    /// The part of the event that must not be journaled twice; nil for events that only their time distinguishes.
    var identity: String? {
        switch self {
        // An order that is executed again may fail again.
        case .failed(let failure) where failure.order != nil: nil
        case .failed(let failure): "\(failure.cause) \(failure.author) \(failure.action)"
        // The first answer counts: a moderator's answer and the timeout may coincide.
        case .answered(let answer): answer.question
        case .expired(let caseID, _, _, _): "\(caseID)"
        case .news(let news): news.text
        case .retried(let retry): "\(retry.deadLetter)"
        case .response(let response): "\(response.delivery)"
        case .due(let occurrence) where occurrence.isDismissed: nil
        case .due(let occurrence):
            "\(occurrence.author) \(occurrence.job.name) \(occurrence.job.due.milliseconds)"
        case .started, .reconnected, .rulesChanged, .undo, .signal, .fired, .lapsed, .setting, .operated, .activity,
            .rewind:
            nil
        }
    }
}

extension NewEntry {
    /// Creates a journal entry for a system event.
    package init(system event: SystemEvent) { self.init(event: .system(event), frame: event.frame, receivedAt: event.at) }
}
