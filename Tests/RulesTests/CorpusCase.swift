import BotConfig
import Foundation
import Testing

/// A file with mistakes. Its first lines say what must be found: `#! 3:10 unknown-key`.
struct CorpusCase: CustomTestStringConvertible {
    let url: URL
    let expected: [String]
    var testDescription: String { url.lastPathComponent }

    static func all(in bundle: Bundle) throws -> [CorpusCase] {
        guard let folder = bundle.url(forResource: "Corpus", withExtension: nil) else { throw CocoaError(.fileNoSuchFile) }
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "yaml" }.sorted { $0.path < $1.path }
            .map { url in
                let lines = String(decoding: try Data(contentsOf: url), as: UTF8.self).split(separator: "\n")
                return CorpusCase(
                    url: url, expected: lines.prefix { $0.hasPrefix("#! ") }.map { String($0.dropFirst(3)) })
            }
    }

    static func found(_ diagnostics: [Diagnostic], _ sources: SourceFiles) -> [String] {
        DiagnosticReport(diagnostics, sources: sources).diagnostics.map { "\($0.place.line):\($0.place.column) \($0.code)" }
    }
}
