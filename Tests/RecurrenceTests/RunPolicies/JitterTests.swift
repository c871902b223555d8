import Foundation
import Testing

@testable import Recurrence

@Suite struct JitterTests {
    @Test func `a jitter offset is deterministic, within its bound and evenly distributed`() throws {
        let jitter = Jitter(bound: .seconds(9), seed: 1)
        let due = try Date.iso("2026-01-01T09:00:00Z")
        let offsets = (0..<10_000).map { jitter.offset(of: "schedule-\($0)", due: due) }
        #expect(offsets == (0..<10_000).map { Jitter(bound: .seconds(9), seed: 1).offset(of: "schedule-\($0)", due: due) })
        #expect(offsets.allSatisfy { (.zero ... .seconds(9)).contains($0) })
        // About a tenth of the offsets in each tenth, with a tolerance.
        let tenths = (0..<9).map { tenth in offsets.count { $0.components.seconds == tenth } }
        #expect(tenths.allSatisfy { (900...1300).contains($0) }, "\(tenths)")
    }

    @Test func `jitter offsets differ by schedule, occurrence and seed`() throws {
        let due = try Date.iso("2026-01-01T09:00:00Z")
        let offsets = [
            Jitter(bound: .seconds(3600), seed: 1).offset(of: "a", due: due),
            Jitter(bound: .seconds(3600), seed: 1).offset(of: "b", due: due),
            Jitter(bound: .seconds(3600), seed: 1).offset(of: "a", due: due.addingTimeInterval(60)),
            Jitter(bound: .seconds(3600), seed: 2).offset(of: "a", due: due),
        ]
        #expect(Set(offsets).count == 4)
    }

    @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.max)])
    func `without a bound there is no jitter`(bound: Duration) {
        #expect(Jitter(bound: bound, seed: 1).offset(of: "a", due: .distantPast) == .zero)
    }
}
