import Foundation
package import MezonModel
package import Persistence
import Scheduling

/// Changes what is to come, by an operator's wish.
package struct AppointmentDesk: Sendable {
    package enum Problem: Error, Equatable, CustomStringConvertible {
        case unknown(Int64)
        case paused(Int64)
        case notPaused(Int64)
        case over(Int64)

        package var description: String {
            switch self {
            case .unknown(let id): "there is no appointment \(id)"
            case .paused(let id): "appointment \(id) is paused already"
            case .notPaused(let id): "appointment \(id) is not paused"
            case .over(let id): "appointment \(id) does not come again: dismiss it"
            }
        }
    }

    private let store: Store
    private let time: any TimeSource

    package init(store: Store, time: any TimeSource) {
        self.store = store
        self.time = time
    }

    /// - Throws: `Problem`.
    package func pause(_ id: Int64) async throws -> String {
        let kept = try await appointment(id)
        guard try await store.pauseAppointment(id) else { throw Problem.paused(id) }
        return "\(kept.label) is paused; `mezon-bot schedule resume \(id)` lets it go on"
    }

    /// What came meanwhile is not made up for; what comes once comes now where its moment has passed.
    ///
    /// - Throws: `Problem`, and where its timetable cannot be read.
    package func resume(_ id: Int64) async throws -> String {
        let kept = try await appointment(id)
        guard kept.isPaused else { throw Problem.notPaused(id) }
        let now = time.now
        var due = kept.appointment.due
        if due <= now, let notation = kept.appointment.timetable {
            guard let next = try Timetable(notation: notation, in: Zones()).next(after: now) else { throw Problem.over(id) }
            due = next
        }
        guard try await store.resumeAppointment(id, due: due) else { throw Problem.notPaused(id) }
        return "\(kept.label) goes on"
    }

    /// - Throws: `Problem`.
    package func dismiss(_ id: Int64) async throws -> String {
        let kept = try await appointment(id)
        guard try await store.dismissAppointment(id, at: time.now) else { throw Problem.unknown(id) }
        return "\(kept.label) is forgotten"
    }

    private func appointment(_ id: Int64) async throws -> KeptAppointment {
        guard let kept = try await store.reader.appointment(id) else { throw Problem.unknown(id) }
        return kept
    }
}

extension KeptAppointment {
    fileprivate var label: String { "\(author) '\(appointment.name)'" }
}
