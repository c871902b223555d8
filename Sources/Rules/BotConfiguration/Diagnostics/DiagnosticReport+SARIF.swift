import ChatModel
import Foundation

extension DiagnosticReport {
    /// Returns the report in SARIF 2.1.0 (OASIS), the common format of code scanners.
    package func sarif() throws -> String {
        try JSONText.text(Log(diagnostics.prefix(Self.limit), sources), isPretty: true)
    }

    private struct Log: Encodable {
        let version = "2.1.0"
        let schema = "https://json.schemastore.org/sarif-2.1.0.json"
        let runs: [Run]

        enum CodingKeys: String, CodingKey { case version, schema = "$schema", runs }

        init(_ diagnostics: some Sequence<Diagnostic>, _ sources: SourceFiles) {
            runs = [Run(diagnostics, sources)]
        }
    }

    private struct Run: Encodable {
        let tool: Tool
        /// The unit of columns: code points, as in editors. SARIF's default is UTF-16.
        let columnKind = "unicodeCodePoints"
        let results: [Result]

        init(_ diagnostics: some Sequence<Diagnostic>, _ sources: SourceFiles) {
            let codes = Set(diagnostics.map(\.code)).sorted()
            tool = Tool(driver: .init(rules: codes.map { .init(id: $0) }))
            results = diagnostics.map { Result($0, codes, sources) }
        }
    }

    private struct Tool: Encodable {
        struct Driver: Encodable {
            let name = "mezon-bot"
            let rules: [Code]
        }
        struct Code: Encodable { let id: String }

        let driver: Driver
    }

    private struct Result: Encodable {
        struct Message: Encodable { let text: String }
        struct Location: Encodable { let physicalLocation: PhysicalLocation }
        struct PhysicalLocation: Encodable {
            let artifactLocation: ArtifactLocation
            let region: Region
        }
        struct ArtifactLocation: Encodable { let uri: String }
        struct Region: Encodable { let startLine, startColumn, endColumn: Int }

        let ruleId: String
        let ruleIndex: Int?
        let level: Severity
        let message: Message
        let locations: [Location]

        init(_ diagnostic: Diagnostic, _ codes: [String], _ sources: SourceFiles) {
            let position = diagnostic.position
            ruleId = diagnostic.code
            ruleIndex = codes.firstIndex(of: diagnostic.code)
            level = diagnostic.severity
            message = Message(text: diagnostic.sentence)
            let file = sources.path(of: position.file)
            let path = file.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
            locations = [
                Location(
                    physicalLocation: PhysicalLocation(
                        artifactLocation: ArtifactLocation(uri: path ?? file),
                        region: Region(
                            startLine: position.line, startColumn: position.column, endColumn: position.column + position.length))
                )
            ]
        }
    }
}
