package import MezonModel

extension SystemEvent {
    /// What of it may not happen twice; nil for what its time alone tells apart.
    var identity: String? {
        switch self {
        case .failed(let failure): "\(failure.cause) \(failure.author) \(failure.action)"
        // Whoever answers first has answered: a moderator and the end of the patience may come together.
        case .answered(let answer): answer.question
        case .expired(let caseID, _, _, _): "\(caseID)"
        case .news(let news): news.text
        case .retried(let retry): "\(retry.letter)"
        case .due(let occurrence) where occurrence.isDismissed: nil
        case .due(let occurrence):
            "\(occurrence.author) \(occurrence.appointment.name) \(occurrence.appointment.due.milliseconds)"
        case .started, .reconnected, .rulesChanged, .undo, .signal, .fired, .lapsed: nil
        }
    }
}

extension NewEntry {
    /// An event of the house on its way into the journal.
    package init(house event: SystemEvent) { self.init(event: .house(event), frame: event.frame, receivedAt: event.at) }
}
