import MezonTesting
import Testing

struct TenantTrialTests {
    @Test(.timeLimit(.minutes(10)), arguments: [1, 2, 3] as [UInt64])
    func `no command, button or reference of moderators reaches another clan`(seed: UInt64) async throws {
        let report = try await TenantTrial.run(seed: seed, acts: 1500)
        #expect(report.violations == [])
        // It tries what it is about.
        #expect(report.answered > 50 && report.ignored > 200 && report.presses > 50)
        #expect(report.settled > 5 && report.undone > 5 && report.cases > 50)
    }
}
