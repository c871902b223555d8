import BotTesting
import Foundation
import Testing

struct ClusterCommandTests {
    @Test(
        .timeLimit(.minutes(15)),
        arguments: [
            ("missing", "no bot has run with the data directory"), ("data", "its store is in a file"),
        ])
    func `a directory without a server has no cluster`(folder: String, message: String) async throws {
        let directory = try TemporaryDirectory()
        try FileManager.default.createDirectory(atPath: directory.path + "/data", withIntermediateDirectories: true)
        let outcome = try await CommandProcess.run(["cluster", "list", "--data", folder], in: directory.path)
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
}
