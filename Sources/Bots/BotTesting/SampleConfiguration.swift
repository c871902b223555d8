import BotConfiguration
package import BotKit
package import Foundation
package import MezonBotApp

/// A configuration read from a folder, with every bot of a registry enabled in all channels, so that newly added bots are covered
/// too.
package enum SampleConfiguration {
    /// Compiles the configuration.
    ///
    /// - Parameter change: Transforms each file's text before it is parsed.
    /// - Throws: `TestClanError.badRules`; an error if a file cannot be read.
    package static func withEveryBot(
        of registry: BotRegistry, _ config: URL, changing change: (String) -> String = { $0 }
    ) throws -> CompiledConfiguration {
        let folder = config.deletingLastPathComponent()
        var texts: [String: String] = [:]
        for name in [config.lastPathComponent] + rules(in: folder) {
            let text = change(try String(contentsOf: folder.appending(path: name), encoding: .utf8))
            texts[name] = name == config.lastPathComponent ? switchedOn(registry.bots.map { $0.manifest }, in: text) : text
        }
        let (plan, report) = CompiledConfiguration.check(texts: texts, root: config.lastPathComponent, registry: registry)
        guard let plan else { throw TestClanError.badRules(report.human()) }
        return plan
    }

    private static func rules(in folder: URL) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "rules").path)
        return (names ?? []).filter { $0.hasSuffix(".yaml") }.sorted().map { "rules/" + $0 }
    }

    /// Replaces the content of `bots` by all bots.
    private static func switchedOn(_ bots: [Manifest], in text: String) -> String {
        var lines: [Substring] = []
        var isInside = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("bots:") {
                isInside = true
            } else if line.first.map({ !" #".contains($0) }) ?? false {
                isInside = false
            }
            if !isInside { lines.append(line) }
        }
        let plugins = bots.map { bot in
            let grants = bot.needs.filter(\.needsGrant).map(\.rawValue).sorted().joined(separator: ", ")
            return "  \(bot.name): { enabled_in: all, grants: [\(grants)] }"
        }.joined(separator: "\n")
        return lines.joined(separator: "\n") + "\nbots:\n\(plugins)\n"
    }
}
