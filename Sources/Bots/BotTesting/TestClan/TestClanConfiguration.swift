import BotConfiguration
import BotKit
import ChatModel
import Foundation
import MezonBotApp

/// The configuration of a test clan.
enum TestClanConfiguration {
    /// Compiles the configuration.
    ///
    /// - Parameters:
    ///   - registry: The middleware that a configuration may enable.
    ///   - rules: The YAML of rules or of a whole configuration, or the path of such a file or of a folder of rule files; nil for
    ///     none.
    ///   - channels: The names that rules may use besides those of a configuration.
    ///   - zone: The time zone of the configuration that is generated for rules alone.
    /// - Throws: `TestClanError.badRules`.
    static func plan(
        bots: [any Bot], registry: BotRegistry = BotRegistry([]), rules: String?, channels: [String], zone: String
    ) throws -> CompiledConfiguration {
        let (plan, report) = try check(rules ?? "", registry, channels: channels, zone: zone)
        guard let plan else { throw TestClanError.badRules(report) }
        return plan.with(bots)
    }

    private static func check(
        _ rules: String, _ registry: BotRegistry, channels: [String], zone: String
    ) throws -> (CompiledConfiguration?, String) {
        var isFolder: ObjCBool = false
        let isPath = !rules.contains("\n") && FileManager.default.fileExists(atPath: rules, isDirectory: &isFolder)
        if isPath, !isFolder.boolValue, try isConfiguration(text(of: rules)) {
            let (plan, report) = CompiledConfiguration.check(rules, registry: registry, environment: [:])
            return (plan, report.human())
        }
        var texts: [String: String] = [:]
        if isPath {
            for file in try isFolder.boolValue ? files(in: rules) : [rules] {
                texts["rules/" + URL(fileURLWithPath: file).lastPathComponent] = try text(of: file)
            }
        } else if isConfiguration(rules) {
            texts["config.yaml"] = rules
        } else if !rules.isEmpty {
            texts["rules/rules.yaml"] = rules.hasPrefix("version:") ? rules : ruleFile(rules)
        }
        if texts["config.yaml"] == nil { texts["config.yaml"] = root(channels, zone: zone, hasRules: !texts.isEmpty) }
        let (plan, report) = CompiledConfiguration.check(texts: texts, root: "config.yaml", registry: registry)
        return (plan, report.human())
    }

    /// Returns whether a text is a configuration; a rule file defines no names of its own.
    private static func isConfiguration(_ text: String) -> Bool {
        text.split(separator: "\n").contains { line in ["names:", "bot:", "include:"].contains { line.hasPrefix($0) } }
    }

    /// Adds the first two lines of a rule file to a bare list of rules.
    private static func ruleFile(_ list: String) -> String {
        let lines = list.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
        return list.hasPrefix("rules:") ? "version: 1\n\(list)" : "version: 1\nrules:\n\(lines.joined(separator: "\n"))\n"
    }

    private static func root(_ channels: [String], zone: String, hasRules: Bool) -> String {
        let names = TestIDs(NameRegistry())
        let lines = channels.map { "    \($0): \"\(names.channel($0))\"" }
        return """
            version: 1
            bot: { timezone: \(zone) }
            names:
              clans: { test: "\(ClanID.test)" }
              channels:
            \(lines.joined(separator: "\n"))
            \(hasRules ? "include: [rules/*.yaml]" : "")

            """
    }

    private static func files(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".yaml") }.sorted()
            .map { folder + "/" + $0 }
    }

    private static func text(of file: String) throws -> String { try String(contentsOfFile: file, encoding: .utf8) }
}
