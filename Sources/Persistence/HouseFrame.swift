import Foundation
package import MezonModel

/// Events of the house as the journal keeps them: JSON, where the server's are envelopes.
extension HouseEvent {
    /// Begins with a brace, as no envelope does: that would be field 15 as a group, and Mezon has no groups.
    package var frame: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(self))
        } catch {
            preconditionFailure("ids, texts and finite dates can always be written as JSON: \(error)")
        }
    }

    /// Nil for bytes that are no event of this build's house.
    package init?(frame: [UInt8]) {
        guard frame.first == UInt8(ascii: "{"), let event = try? JSONDecoder().decode(HouseEvent.self, from: Data(frame)) else {
            return nil
        }
        self = event
    }

    /// What of it may not happen twice; nil for what its time alone tells apart.
    var identity: String? {
        switch self {
        case .failed(let failure): "\(failure.cause) \(failure.author) \(failure.action)"
        // Whoever answers first has answered: a moderator and the end of the patience may come together.
        case .answered(let answer): answer.question
        case .expired(let caseID, _, _, _): "\(caseID)"
        case .news(let news): news.text
        case .retried(let retry): "\(retry.letter)"
        case .started, .reconnected, .rulesChanged, .undo, .signal, .fired, .lapsed: nil
        }
    }
}

extension Incoming {
    /// An event of the house on its way into the journal.
    package init(house event: HouseEvent) { self.init(event: .house(event), frame: event.frame, receivedAt: event.at) }
}
