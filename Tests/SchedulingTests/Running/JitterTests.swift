import Foundation
import Testing

@testable import Scheduling

@Suite struct JitterTests {
    @Test func `an offset is the same every time, within the bound, and fair`() throws {
        let jitter = Jitter(bound: .seconds(9), seed: 1)
        let due = try Date.iso("2026-01-01T09:00:00Z")
        let offsets = (0..<10_000).map { jitter.offset(of: "schedule-\($0)", due: due) }
        #expect(offsets == (0..<10_000).map { Jitter(bound: .seconds(9), seed: 1).offset(of: "schedule-\($0)", due: due) })
        #expect(offsets.allSatisfy { (.zero ... .seconds(9)).contains($0) })
        // A tenth of them in each tenth, give or take a fifth of it.
        let tenths = (0..<9).map { tenth in offsets.count { $0.components.seconds == tenth } }
        #expect(tenths.allSatisfy { (900...1300).contains($0) }, "\(tenths)")
    }

    @Test func `schedules, moments and seeds have offsets of their own`() throws {
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
    func `no bound, no offset`(bound: Duration) {
        #expect(Jitter(bound: bound, seed: 1).offset(of: "a", due: .distantPast) == .zero)
    }
}
