import Foundation
import PackagePlugin

/// Checks the files of texts of a target's bots at every build, and adds the Swift source with their texts to the target.
@main
struct BotTexts: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target.sourceModule else { return [] }
        let tool = try context.tool(named: "bot-texts").url
        let files = target.sourceFiles(withSuffix: ".texts").map(\.url)
        let bots = Dictionary(grouping: files) { $0.lastPathComponent.prefix { $0 != "." } }
        return bots.sorted { $0.key < $1.key }.map { bot, files in
            let files = files.sorted { $0.path() < $1.path() }
            let source = context.pluginWorkDirectoryURL.appending(path: "\(bot)Texts.swift")
            return .buildCommand(
                displayName: "Checking the texts of \(bot)", executable: tool,
                arguments: [source.path()] + files.map { $0.path() },
                inputFiles: files, outputFiles: [source])
        }
    }
}
