package import ChatModel
import Foundation
import Recurrence
package import Storage

/// Pauses, resumes and cancels scheduled jobs on behalf of an operator.
package struct ScheduledJobService: Sendable {
    package enum JobError: Error, Equatable, CustomStringConvertible {
        case unknown(Int64)
        case paused(Int64)
        case notPaused(Int64)
        case over(Int64)

        package var description: String {
            switch self {
            case .unknown(let id): "job \(id) not found"
            case .paused(let id): "job \(id) is already paused"
            case .notPaused(let id): "job \(id) is not paused"
            case .over(let id): "job \(id) has no further occurrence; cancel it"
            }
        }
    }

    private let store: Store
    private let time: any TimeSource

    package init(store: Store, time: any TimeSource) {
        self.store = store
        self.time = time
    }

    /// - Throws: `JobError`.
    package func pause(_ id: Int64, by name: String? = nil) async throws -> String {
        let stored = try await job(id)
        guard try await store.jobs.pause(id, by: stored.change(.pausedJob, by: name, at: time.now)) else {
            throw JobError.paused(id)
        }
        return "\(stored.label) paused; `mezon-bot schedule resume \(id)` resumes it"
    }

    /// Resumes a paused job. Occurrences missed while it was paused are not repeated; an overdue single occurrence becomes due at
    /// once.
    ///
    /// - Throws: `JobError`, or an error if the schedule cannot be read.
    package func resume(_ id: Int64, by name: String? = nil) async throws -> String {
        let stored = try await job(id)
        guard stored.isPaused else { throw JobError.notPaused(id) }
        let now = time.now
        var due = stored.job.due
        if due <= now, let notation = stored.job.timetable {
            guard let next = try JobSchedule(notation: notation, in: ZoneRulesCache()).next(after: now) else {
                throw JobError.over(id)
            }
            due = next
        }
        guard try await store.jobs.resume(id, due: due, by: stored.change(.resumedJob, by: name, at: now)) else {
            throw JobError.notPaused(id)
        }
        return "\(stored.label) resumed"
    }

    /// - Throws: `JobError`.
    package func cancel(_ id: Int64, by name: String? = nil) async throws -> String {
        let stored = try await job(id)
        guard try await store.jobs.cancel(id, by: name ?? SystemEvent.command, at: time.now) else { throw JobError.unknown(id) }
        return "\(stored.label) cancelled"
    }

    private func job(_ id: Int64) async throws -> StoredJob {
        guard let stored = try await store.reader.job(id) else { throw JobError.unknown(id) }
        return stored
    }
}

extension StoredJob {
    fileprivate func change(_ kind: SystemEvent.OperatorChange.Kind, by name: String?, at now: Date) -> SystemEvent {
        .operated(
            .init(
                kind, id, of: author, clan: job.clan, channel: job.channel, by: name ?? SystemEvent.command, at: now))
    }

    fileprivate var label: String { "\(author) '\(job.name)'" }
}
