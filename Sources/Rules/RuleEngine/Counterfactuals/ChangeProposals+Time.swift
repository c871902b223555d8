import ChatModel
import Foundation

/// Later times. Nothing else is taken to have happened meanwhile.
extension ChangeProposals {
    private static let minutes = 7 * 24 * 60  // A week, after which times of day recur.
    private static let coarse = 5  // Minutes between the times tried first.

    mutating func addLater(until moment: Date) {
        let seconds = moment.timeIntervalSince(facts.now).rounded(.up)
        guard seconds > 0, seconds < 1e10 else { return }
        let later = Quantity.duration(seconds: seconds).description
        let whole = Self.isExact(seconds) ? later : "\(Int(seconds))s"
        add(.time, by: .time, "\(whole) later", size: seconds) { world in world.advance(by: seconds) }
    }

    /// Returns whether a duration is shown completely by its two largest units.
    private static func isExact(_ seconds: Double) -> Bool {
        seconds < 3600 || seconds < 86_400 && seconds.truncatingRemainder(dividingBy: 60) == 0
            || seconds.truncatingRemainder(dividingBy: 3600) == 0
    }

    /// Adds the next time at which a condition on the time has the wanted result.
    mutating func addTime(_ check: FieldCheck, wanted: Bool) {
        var later = facts
        func fits(_ minute: Int) -> Bool {
            later.now = Self.minute(minute, after: facts.now)
            return check.decide(later).holds == wanted
        }
        guard let late = stride(from: Self.coarse, through: Self.minutes, by: Self.coarse).first(where: fits) else { return }
        let first = ((late - Self.coarse + 1)...late).first(where: fits) ?? late
        addLater(until: Self.minute(first, after: facts.now))
    }

    /// The beginning of a minute: times of day are compared by the minute.
    private static func minute(_ count: Int, after date: Date) -> Date {
        Date(timeIntervalSince1970: ((date.timeIntervalSince1970 / 60).rounded(.down) + Double(count)) * 60)
    }
}

extension CounterfactualWorld {
    mutating func advance(by seconds: Double) {
        now = now.addingTimeInterval(seconds)
        changeMessage { message in
            message.createdAt = message.createdAt.addingTimeInterval(seconds)
            message.updatedAt = message.updatedAt.addingTimeInterval(seconds)
        }
    }
}
