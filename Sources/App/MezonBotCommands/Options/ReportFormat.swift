import ArgumentParser
import BotConfiguration

/// The output format of diagnostics, for users or tools.
enum ReportFormat: String, CaseIterable, ExpressibleByArgument {
    case human, json, sarif, github

    func text(_ report: DiagnosticReport) throws -> String {
        switch self {
        case .human: report.human()
        case .json: try report.json()
        case .sarif: try report.sarif()
        case .github: report.github()
        }
    }
}
