import Foundation
import Testing

@testable import RuleEngine

struct StateEntryTests {
    private static let times = [0, 1_767_225_600, 1_767_225_600.125, 1_767_225_600.1, -86_400, 0.000_01, 253_402_300_799, 1e16]

    private static let entries: [StateEntry] = times.flatMap { time in
        [nil, 60, 0.3].flatMap { length -> [StateEntry] in
            var entry = StateEntry(at: Date(timeIntervalSince1970: time))
            entry.count = Int(time.truncatingRemainder(dividingBy: 7))
            entry.until = length.map { entry.at.addingTimeInterval($0) }
            var (named, seen) = (entry, entry)
            named.text = "\"quoted\"\n\u{1F600}"
            seen.seen = [.max, 0]
            return [entry, named, seen]
        }
    }

    @Test(arguments: entries) func `an entry is stored as the JSON encoder writes it, and read back`(entry: StateEntry) throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        encoder.outputFormatting = .sortedKeys
        let expected = String(decoding: try encoder.encode(entry), as: UTF8.self)
        #expect(entry.json == expected)
        let stored = StoredStateEntry(mode: "", kind: "counter", name: "n", subject: "", value: entry.json)
        #expect(stored.write?.entry == entry.asStored)
    }

    @Test func `an entry without a finite time is not stored`() {
        #expect(StateEntry(at: Date(timeIntervalSince1970: .infinity)).json == nil)
    }
}
