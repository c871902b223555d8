import ChatModel
import Foundation

extension JobSchedule {
    /// The JSON form: the recurrence, the name of the time zone, the start, and any non-default settings.
    private struct Notation: Codable {
        var every: Recurrence
        var zone: String
        var from: Date
        var except: ScheduleExceptions?
        var missed: MissedRunPolicy?
    }

    package enum NotationError: Error, Hashable, CustomStringConvertible {
        case unreadable(String)
        case unknownZone(String)

        package var description: String {
            switch self {
            case .unreadable(let why): "it was written by another version or is damaged (\(why))"
            case .unknownZone(let name): "there is no time zone '\(name)' on this machine"
            }
        }
    }

    /// Parses the value of `notation`.
    ///
    /// - Throws: `NotationError`.
    package init(notation text: String, in zones: ZoneRulesCache) throws {
        let kept: Notation
        do {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .secondsSince1970
            kept = try decoder.decode(Notation.self, from: Data(text.utf8))
        } catch {
            throw NotationError.unreadable(DecodingErrorDescription.words(for: error))
        }
        guard let zone = zones.zone(named: kept.zone) else { throw NotationError.unknownZone(kept.zone) }
        self.init(
            Schedule(kept.every, in: zone, from: kept.from, except: kept.except ?? .none), missed: kept.missed ?? .default)
    }

    /// The schedule as one line of JSON; equal schedules have equal notations.
    package var notation: String {
        let kept = Notation(
            every: schedule.recurrence, zone: schedule.zone.name, from: schedule.start,
            except: schedule.exceptions.isEmpty ? nil : schedule.exceptions, missed: missed == .default ? nil : missed)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .secondsSince1970
        do {
            return String(decoding: try encoder.encode(kept), as: UTF8.self)
        } catch {
            preconditionFailure("numbers, names and finite dates can always be written as JSON: \(error)")
        }
    }
}
