import BotConfiguration
import Foundation

/// A temporary folder that is removed with its owner.
final class TemporaryDirectory {
    let url: URL

    init(_ files: [String: String]) throws {
        url = FileManager.default.temporaryDirectory.appending(path: "mezon-bot-" + UUID().uuidString)
        for (name, text) in files {
            let file = url.appending(path: name)
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func load(environment: [String: String] = [:]) -> LoadedConfiguration {
        ConfigurationLoader(environment: environment).load(url.appending(path: "config.yaml").path)
    }
}
