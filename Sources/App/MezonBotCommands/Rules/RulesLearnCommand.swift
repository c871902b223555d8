import ArgumentParser
import BotConfiguration
import ChatModel
import Foundation
import MezonBotApp
import RuleEngine
import TextClassification

/// Trains a model for the condition `learned` with labelled texts.
struct RulesLearnCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "learn",
        abstract: "Train a model with labelled texts.",
        discussion: """
            Texts come from files, from cases and their reversals, or from both. The model is measured by cross-validation: each fifth \
            of the texts is judged by a model trained with the others. With --list it begins with what a list of words finds, and improves \
            on it. The same texts give the same file, which contains hashes and no text. Exit codes: 0 success, 1 too few texts or no \
            data, 2 an unreadable file or an unknown list.
            """)

    @Option(help: ArgumentHelp("File with a bad text on each line; repeatable", valueName: "file"), completion: .file())
    var spam: [String] = []

    @Option(help: ArgumentHelp("File with a clean text on each line; repeatable", valueName: "file"), completion: .file())
    var ham: [String] = []

    @Option(
        help: ArgumentHelp("File with a text, a tab and a label on each line; repeatable", valueName: "file"), completion: .file()
    )
    var labelled: [String] = []

    @Option(
        name: .customLong("list"),
        help: ArgumentHelp("List of words of the configuration that the model weighs; repeatable", valueName: "name"))
    var lists: [String] = []

    @Option(help: "Configuration file with the lists", completion: .configuration)
    var config = "config.yaml"

    @OptionGroup var history: LearnFromCasesOptions

    @Option(help: ArgumentHelp("Model file to write (default: only measure)", valueName: "file"), completion: .file())
    var output: String?

    @Flag(help: "Replace an existing model file")
    var force = false

    @Flag(help: .jsonObject)
    var json = false

    func validate() throws {
        guard history.fromCases || !(spam + ham + labelled).isEmpty else {
            throw ValidationError("pass --spam and --ham, --labelled, or --from-cases")
        }
        try history.check()
    }

    func run() async throws {
        if let output, !force, FileManager.default.fileExists(atPath: output) {
            throw CommandError(.failed, "\(output) exists; pass --force to replace it")
        }
        let matcher = try matcher()
        var texts = try fileTexts() + (history.fromCases ? try await history.texts() : [])
        for index in texts.indices { texts[index].hits = matcher.hits(in: texts[index].text) }
        let training: ClassifierTraining
        do throws(ClassifierTraining.TrainingError) {
            training = try ClassifierTraining(texts, lists: matcher.features)
        } catch {
            throw CommandError(.failed, "\(error)")
        }
        let meter = ProgressMeter()
        let trained = training.run { meter.advance(to: Int64($0 * 100), of: 100) }
        meter.end()
        let report = LearningReport(trained, given: texts.count, file: output)
        if let output { try write(trained.classifier.file, to: output) }
        if json { try printJSON(report) } else { print(report.human) }
    }

    /// Returns the search for the chosen lists. Errors elsewhere in the configuration do not matter: the model may be one of them as long
    /// as it has not been trained.
    private func matcher() throws -> WordListMatcher {
        guard !lists.isEmpty else { return WordListMatcher([], DiagnosticCollector()) }
        let loaded = ConfigurationLoader(environment: ProcessInfo.processInfo.environment).load(config)
        guard let configuration = loaded.configuration else {
            printError(DiagnosticReport(loaded.diagnostics, sources: loaded.sources))
            throw CommandError(.configuration, "\(config) cannot be read")
        }
        let known = configuration.lists.all.filter { $0.kind == .words }
        var chosen: [ListSettings] = []
        for name in lists where !chosen.contains(where: { $0.name == name }) {
            guard let list = known.first(where: { $0.name == name }) else {
                let advice =
                    known.isEmpty ? "write one under 'lists'" : "there are: \(known.map(\.name).joined(separator: ", "))"
                throw CommandError(.configuration, "\(config) has no list of words '\(name)'; \(advice)")
            }
            chosen.append(list)
        }
        guard chosen.count <= TextClassifier.maxLists else {
            throw CommandError(.configuration, "a model weighs at most \(TextClassifier.maxLists) lists")
        }
        let diagnostics = DiagnosticCollector()
        let matcher = WordListMatcher(chosen, diagnostics)
        guard diagnostics.errors == 0 else {
            printError(DiagnosticReport(diagnostics.diagnostics, sources: loaded.sources))
            throw CommandError(.configuration, "an entry of the lists cannot be searched for")
        }
        return matcher
    }

    private func fileTexts() throws -> [TrainingText] {
        var texts: [LabelledText] = []
        for file in spam {
            texts += try TextFile.labelled(file) { text throws(LabelledText.ReadingError) in
                try LabelledText.read(text, allAre: true)
            }
        }
        for file in ham {
            texts += try TextFile.labelled(file) { text throws(LabelledText.ReadingError) in
                try LabelledText.read(text, allAre: false)
            }
        }
        for file in labelled {
            texts += try TextFile.labelled(file) { text throws(LabelledText.ReadingError) in try LabelledText.read(text) }
        }
        return texts.map { TrainingText($0.text, isBad: $0.isBad) }
    }

    private func write(_ model: String, to file: String) throws {
        do {
            let url = URL(fileURLWithPath: file)
            try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(model.utf8).write(to: url, options: .atomic)
        } catch {
            throw CommandError(.failed, "cannot write \(file): \(FileErrorDescription.words(for: error))")
        }
    }
}
