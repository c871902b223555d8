import ChatModel
import Testing

@testable import MezonClient

struct TestGatewayControlClientTests {
    @Test(.timeLimit(.minutes(15))) func `a missing test gateway is unreachable instead of silent`() async throws {
        let control = TestGatewayControlClient(url: "http://127.0.0.1:1/control", time: SystemTime())
        await #expect {
            _ = try await control.account(named: "guest")
        } throws: { error in
            guard case SessionError.unreachable = error else { return false }
            return true
        }
    }
}
