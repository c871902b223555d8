import MezonTesting
import Testing

struct ModerationTenantTrialTests {
    @Test(.timeLimit(.minutes(10)), arguments: [1, 2, 3] as [UInt64])
    func `no command, button or reference of moderators reaches another clan`(seed: UInt64) async throws {
        let report = try await ModerationTenantTrial.run(seed: seed, acts: 1500)
        #expect(report.violations == [])
        // It tries what it is about.
        #expect(report.answered > 30 && report.ignored > 200 && report.presses > 50)
        #expect(report.settled > 0 && report.undone > 3 && report.cases > 50)
    }
}
