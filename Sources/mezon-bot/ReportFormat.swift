import ArgumentParser
import BotConfig

/// How findings look: for people, or for tools.
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
