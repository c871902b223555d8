import Foundation
import Testing

@testable import BotConfiguration

@Suite struct DiagnosticReportTests {
    private func report(_ text: String, _ diagnostics: [Diagnostic], in folder: String = "") -> DiagnosticReport {
        var sources = SourceFiles()
        sources.folder = folder
        sources.add("a.yaml", text: text)
        return DiagnosticReport(diagnostics, sources: sources)
    }

    private func place(_ line: Int, _ column: Int, _ length: Int = 1) -> SourcePosition {
        SourcePosition(file: "a.yaml", line: line, column: column, length: length)
    }

    @Test func `a report shows position, line, carets and suggestion in order`() {
        let report = report(
            "trigger: mesage\nid: 1\n",
            [
                Diagnostic(.warning, "unquoted-id", "an id without quotes", at: place(2, 5)),
                .unknownWord(
                    "mesage", at: place(1, 10, 6), code: "unknown-trigger", message: "'mesage' is not a trigger",
                    candidates: ["message", "edit"]),
            ])
        #expect(
            report.human() == """
                a.yaml:1:10: error[unknown-trigger] 'mesage' is not a trigger
                    1 | trigger: mesage
                      |          ^^^^^^ did you mean 'message'?

                a.yaml:2:5: warning[unquoted-id] an id without quotes
                    2 | id: 1
                      |     ^

                1 error, 1 warning in 1 file
                """)
    }

    @Test func `files in another folder are named with it, except in chat`() throws {
        let error = Diagnostic(.error, "unknown-trigger", "'mesage' is not a trigger", at: place(1, 10))
        let report = report("trigger: mesage", [error], in: "../bots/my lab")
        #expect(report.human().hasPrefix("../bots/my lab/a.yaml:1:10: error[unknown-trigger]"))
        #expect(report.github().contains("file=../bots/my lab/a.yaml,line=1"))
        #expect(try report.sarif().contains("../bots/my%20lab/a.yaml"))
        #expect(report.firstError?.hasPrefix("a.yaml:1:10: ") == true)
    }

    @Test func `the first error of a report comes before the warnings above it`() {
        let warning = Diagnostic(.warning, "unquoted-id", "an id without quotes", at: place(1, 5))
        let error = Diagnostic(.error, "unknown-trigger", "'mesage' is not a trigger", at: place(2, 10))
        #expect(report("", [error, warning]).firstError == "a.yaml:2:10: error[unknown-trigger] 'mesage' is not a trigger")
        #expect(report("", [warning]).firstError == nil)
    }

    @Test func `the report of a file that could not be read shows no empty line of it`() {
        var sources = SourceFiles()
        sources.add(unread: "a.yaml")
        let missing = Diagnostic(
            .error, "missing-file", "the file does not exist", at: place(1, 1), suggestion: "create the file")
        #expect(
            DiagnosticReport([missing], sources: sources).human() == """
                a.yaml:1:1: error[missing-file] the file does not exist
                      | create the file

                1 error in 1 file
                """)
    }

    @Test func `a JSON report is an array of objects`() throws {
        let json = try report("x", [Diagnostic(.error, "tab", "a tab", at: place(1, 1), suggestion: "use spaces")]).json()
        let object = try JSONDecoder().decode([[String: JSONScalar]].self, from: Data(json.utf8))
        #expect(
            object == [
                [
                    "file": .text("a.yaml"), "line": .number(1), "column": .number(1), "length": .number(1),
                    "severity": .text("error"), "code": .text("tab"), "message": .text("a tab"),
                    "suggestion": .text("use spaces"),
                ]
            ])
    }

    @Test func `a GitHub report has an escaped command per diagnostic`() {
        let report = report(
            "x", [Diagnostic(.warning, "tab", "100% a,b:\nc", at: place(3, 4, 2), suggestion: "use spaces")])
        #expect(
            report.github()
                == "::warning file=a.yaml,line=3,col=4,endColumn=6,title=tab::100%25 a,b:%0Ac; use spaces")
    }

    @Test func `a SARIF report is generated`() throws {
        let text = try report("x", [Diagnostic(.error, "tab", "a tab", at: place(3, 4, 2), suggestion: "use spaces")]).sarif()
        #expect(
            text == """
                {
                  "$schema" : "https://json.schemastore.org/sarif-2.1.0.json",
                  "runs" : [
                    {
                      "columnKind" : "unicodeCodePoints",
                      "results" : [
                        {
                          "level" : "error",
                          "locations" : [
                            {
                              "physicalLocation" : {
                                "artifactLocation" : {
                                  "uri" : "a.yaml"
                                },
                                "region" : {
                                  "endColumn" : 6,
                                  "startColumn" : 4,
                                  "startLine" : 3
                                }
                              }
                            }
                          ],
                          "message" : {
                            "text" : "a tab; use spaces"
                          },
                          "ruleId" : "tab",
                          "ruleIndex" : 0
                        }
                      ],
                      "tool" : {
                        "driver" : {
                          "name" : "mezon-bot",
                          "rules" : [
                            {
                              "id" : "tab"
                            }
                          ]
                        }
                      }
                    }
                  ],
                  "version" : "2.1.0"
                }
                """)
    }

    private enum JSONScalar: Decodable, Equatable {
        case text(String)
        case number(Int)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Int.self) {
                self = .number(number)
            } else {
                self = .text(try container.decode(String.self))
            }
        }
    }

    @Test func `carets align under wide characters, combining marks and tabs`() {
        let shown = report("\te\u{323}漢: x", [Diagnostic(.error, "c", "m", at: place(1, 4))]).human()
        #expect(shown.contains("    1 | \te\u{323}漢: x\n      | \t ^^\n"))
    }

    @Test func `control characters are replaced, and carets still align`() {
        let finding = Diagnostic(.error, "c", "'\u{1B}[2J' is wrong", at: place(1, 5, 2), suggestion: "remove \u{202E}")
        let report = report("a\u{1B}\u{202E}b\u{2066}漢c", [finding])
        #expect(
            report.human() == """
                a.yaml:1:5: error[c] '␛[2J' is wrong
                    1 | a␛\u{FFFD}b\u{FFFD}漢c
                      |     ^^^ remove \u{FFFD}

                1 error in 1 file
                """)
        #expect(report.github().hasSuffix("::'␛[2J' is wrong; remove \u{FFFD}"))
    }

    @Test(arguments: ["token: abc", "bot: { \"token\" : abc }", "  token: 'abc'"])
    func `a line with a token is not shown`(line: String) {
        #expect(!report(line, [Diagnostic(.error, "syntax", "wrong", at: place(1, 1))]).human().contains("abc"))
    }

    @Test(arguments: ["token: ${env:X}", "tokens are secrets", "token: "])
    func `a line that only mentions tokens is shown`(line: String) {
        #expect(report(line, [Diagnostic(.error, "syntax", "wrong", at: place(1, 1))]).human().contains("1 | " + line))
    }

    @Test func `a long line is shortened around the position`() {
        let line = String(repeating: "a", count: 500) + "HERE" + String(repeating: "b", count: 500)
        let shown = report(line, [Diagnostic(.error, "c", "m", at: place(1, 501, 4))]).human()
        let lines = shown.split(separator: "\n")
        #expect(lines[1].count < 140 && lines[1].contains("aHEREb"))
        #expect(lines[2].filter { $0 == "^" }.count == 4)
    }

    @Test func `only fifty diagnostics are shown, and the summary counts all`() {
        let report = report("", (1...60).map { Diagnostic(.error, "c", "m", at: place($0, 1)) })
        #expect(report.human().components(separatedBy: "error[c]").count == 51)
        #expect(report.summary == "60 errors in 1 file (the first 50 are shown)")
    }
}
