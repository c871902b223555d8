import BotTesting
import Storage
import Testing

@Suite(.timeLimit(.minutes(15)))
struct ClusterCommandTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func errors(ofListing data: String) async throws -> String {
        let outcome = try await CommandProcess.run(["cluster", "list", "--data", data], in: folder.path)
        #expect(outcome.code == 1)
        return outcome.errors
    }

    @Test func `a directory that no bot has used has no cluster`() async throws {
        let errors = try await errors(ofListing: "missing")
        #expect(errors.contains("no bot has run with the data directory 'missing' yet"), "\(errors)")
    }

    @Test func `a store in a file has no cluster`() async throws {
        let testStore = try await TestStore()
        let errors = try await errors(ofListing: testStore.path)
        #expect(errors.contains("its store is in a file"), "\(errors)")
    }
}
