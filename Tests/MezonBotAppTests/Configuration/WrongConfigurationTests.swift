import BotConfiguration
import BotKit
import BotTesting
import Foundation
import Testing

@testable import MezonBotApp

struct WrongConfigurationTests {
    private struct Dice: Bot {
        static let manifest = Manifest("dice", needs: [.reply])
        let options: NoOptions
    }

    private static let registry = BotRegistry([Dice.self])

    private static func check(_ text: String) throws -> [Diagnostic] {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/config.yaml"
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        let environment = ["MEZON_BOT_ID": "1900000000000000099", "MEZON_BOT_TOKEN": "not-a-real-token"]
        return CompiledConfiguration.check(path, registry: registry, environment: environment).report.diagnostics
    }

    @Test(arguments: try WrongConfiguration.all())
    func `a mistake is reported at its place, with what to write`(_ mistake: WrongConfiguration) throws {
        let diagnostics = try Self.check(mistake.text)
        #expect(diagnostics.contains(where: mistake.isPlace), "\(diagnostics)")
        #expect(
            diagnostics.contains { "\($0.message)\n\($0.suggestion ?? "")".contains(mistake.hint) },
            "\(diagnostics.map { $0.suggestion ?? "" })")
    }

    @Test(arguments: try WrongConfiguration.all())
    func `the corrected configuration has neither errors nor warnings`(_ mistake: WrongConfiguration) throws {
        #expect(try Self.check(mistake.corrected) == [])
    }

    /// Most suggestions name a word or a value to write in place of the one reported. Written there, it is accepted.
    @Test func `a suggested word is accepted in its place`() throws {
        var followed = 0
        var refused: [String] = []
        for mistake in try WrongConfiguration.all() {
            for diagnostic in try Self.check(mistake.text) {
                guard let text = Self.following(diagnostic, in: mistake.text) else { continue }
                followed += 1
                let again = try Self.check(text).contains {
                    $0.code == diagnostic.code && $0.position.line == diagnostic.position.line
                        && $0.position.column == diagnostic.position.column
                }
                if again { refused.append("\(mistake.testDescription): \(diagnostic.suggestion ?? "")") }
            }
        }
        #expect(followed > 80)
        #expect(refused == [])
    }

    /// Returns the text with a suggestion such as `write x` or `did you mean 'x'?` followed.
    private static func following(_ diagnostic: Diagnostic, in text: String) -> String? {
        guard let suggestion = diagnostic.suggestion else { return nil }
        let length = diagnostic.position.length
        let written =
            suggestion.wholeMatch(of: /did you mean '(.+)'\?/)?.output.1 ?? suggestion.wholeMatch(of: /write (\S+)/)?.output.1
        guard let written, !written.contains("…") else { return nil }
        var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0) }
        let (line, column) = (diagnostic.position.line - 1, diagnostic.position.column - 1)
        guard lines.indices.contains(line), lines[line].count >= column + length else { return nil }
        lines[line].replaceSubrange(column..<(column + length), with: Array(written.unicodeScalars))
        return lines.map { String(String.UnicodeScalarView($0)) }.joined(separator: "\n")
    }
}
