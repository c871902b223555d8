import ArgumentParser
import BotConfiguration
import ChatModel
import Foundation
import RuleImport

extension ForeignSystem: ExpressibleByArgument {}

/// Writes the rules of another system as a rule file.
struct RulesImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Write another system's rules as a rule file.",
        discussion: """
            Reads a wiki page of AutoModerator, a server's configuration of Zeppelin, or the rules of Discord's AutoMod as its API \
            answers them. The rules are printed; what could not be carried over is a comment at the rule, and the summary on standard \
            error counts it. The file loads once the names in its first lines are in `config.yaml`. Exit codes: 0 success, 1 the output \
            cannot be written, 2 the file cannot be read (reported with line and column).
            """)

    @Argument(help: ArgumentHelp("File of the other system; - for standard input", valueName: "file"), completion: .file())
    var file: String

    @Option(
        help: ArgumentHelp("System: \(ForeignSystem.allCases.map(\.rawValue).joined(separator: ", "))", valueName: "system"))
    var from: ForeignSystem

    @Option(help: ArgumentHelp("File to write (default: standard output)", valueName: "file"), completion: .file())
    var output: String?

    @Flag(help: "Replacement of an existing file")
    var force = false

    @Flag(help: "Print the summary as one JSON object")
    var json = false

    func run() throws {
        try refuseExisting()
        let (text, name) = try contents()
        let (imported, diagnostics) = RuleImport.read(text, file: name, from: from)
        guard let imported else {
            var sources = SourceFiles()
            sources.add(name, text: text)
            printError(DiagnosticReport(diagnostics, sources: sources))
            throw ExitCode(CommandError.ExitCode.configuration.rawValue)
        }
        try write(imported.text)
        let summary = ImportSummary(imported)
        printError(json ? try JSONText.text(summary) : summary.human)
    }

    private func refuseExisting() throws {
        guard let output, !force, FileManager.default.fileExists(atPath: output) else { return }
        throw CommandError(.failed, "\(output) exists; pass --force to replace it, or --output to write another file")
    }

    /// Reads the file, or standard input; no more than can be imported.
    private func contents() throws -> (text: String, name: String) {
        let isInput = file == "-"
        let name = isInput ? "standard input" : URL(fileURLWithPath: file).lastPathComponent
        let handle = isInput ? FileHandle.standardInput : FileHandle(forReadingAtPath: file)
        guard let data = try? handle?.read(upToCount: ForeignDocument.maxBytes + 1) ?? Data() else {
            throw CommandError(.configuration, "\(file) cannot be read")
        }
        guard handle != nil else { throw CommandError(.configuration, "\(file) cannot be read") }
        guard data.count <= ForeignDocument.maxBytes else {
            throw CommandError(
                .configuration, "\(file) has more than \(ForeignDocument.maxBytes) bytes; split it into several files")
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw CommandError(.configuration, "\(file) is not UTF-8 text")
        }
        return (text.first == "\u{feff}" ? String(text.dropFirst()) : text, name)
    }

    private func write(_ text: String) throws {
        guard let output else { return Swift.print(text, terminator: "") }  // The writer has escaped what could harm a terminal.
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: output), options: force ? .atomic : .withoutOverwriting)
        } catch {
            try refuseExisting()
            throw CommandError(.failed, "\(output) cannot be written: \(FileErrorDescription.words(for: error))")
        }
    }
}
