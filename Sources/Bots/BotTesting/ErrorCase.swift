package import BotConfiguration
package import Foundation
import RuleEngine

/// An invalid configuration stored as test data: `name.yaml`, or `name/config.yaml` with the files it needs. Its first lines list
/// the expected diagnostics in the order of a report:
///
///     #! 3:1 unknown-key | did you mean 'bots'?
///     #! rules/a.yaml:2:7 missing-key | add then: …
package struct ErrorCase: Sendable {
    package struct Finding: Hashable, Sendable {
        /// The position: `3:1` in the configuration itself, `rules/a.yaml:2:7` in another file.
        package var place: String
        package var code: String
        package var suggestion: String?

        package init(place: String, code: String, suggestion: String?) {
            self.place = place
            self.code = code
            self.suggestion = suggestion
        }
    }

    package var name: String
    package var url: URL
    package var expected: [Finding]

    /// Returns the cases of a folder, in alphabetical order.
    package static func all(in folder: URL) throws -> [ErrorCase] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
            .map { item in
                let url = item.pathExtension == "yaml" ? item : item.appending(path: "config.yaml")
                let lines = String(decoding: try Data(contentsOf: url), as: UTF8.self).split(separator: "\n")
                return ErrorCase(
                    name: item.deletingPathExtension().lastPathComponent, url: url,
                    expected: lines.prefix { $0.hasPrefix("#! ") }.map { Finding(line: $0.dropFirst(3)) })
            }
    }

    /// Reads the configuration and compiles its rules.
    package func report() -> DiagnosticReport {
        let loaded = ConfigurationLoader(environment: [:]).load(url.path)
        var diagnostics = loaded.diagnostics
        if let configuration = loaded.configuration {
            diagnostics += RuleCompiler(configuration).compile().1
            if !diagnostics.hasErrors { diagnostics += configuration.unused }
        }
        return DiagnosticReport(diagnostics, sources: loaded.sources)
    }

    package func findings(of report: DiagnosticReport) -> [Finding] {
        report.diagnostics.map { diagnostic in
            let place = diagnostic.position
            let file = place.file == url.lastPathComponent ? "" : place.file + ":"
            return Finding(
                place: "\(file)\(place.line):\(place.column)", code: diagnostic.code, suggestion: diagnostic.suggestion)
        }
    }
}

extension ErrorCase.Finding {
    /// Parses a line such as `3:1 unknown-key | did you mean 'bots'?`.
    package init(line: Substring) {
        let parts = line.split(separator: " | ", maxSplits: 1)
        let words = (parts.first ?? "").split(separator: " ", maxSplits: 1)
        place = words.first.map(String.init) ?? ""
        code = words.dropFirst().first.map(String.init) ?? ""
        suggestion = parts.dropFirst().first.map(String.init)
    }
}
