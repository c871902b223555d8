import BotConfiguration
import BotKit
import BotTesting
import ChatModel
import Foundation
import HTTPTypes
import HummingbirdCore
import Storage
import Testing

@testable import Console
@testable import MezonBotApp

struct EditorHandlerTests {
    static let rules = """
        version: 1
        rules:
          # Greets people.
          - id: greeting
            trigger: { message: {} }
            when: { text: { any_word: [hello] } }
            then: [{ reply: hi }]
        """

    static func console(config: String = "") async throws -> ConsoleHarness {
        try await ConsoleHarness(config: "include: rules/*.yaml\n" + config, files: ["rules/a.yaml": rules])
    }

    private static func digest(_ text: String) -> String { ConfigurationFiles.digest(of: text) }

    @Test func `a file is shown as it is on disk, with the others beside it`() async throws {
        let console = try await Self.console()
        let text = try await console.send(.get, "/editor?file=rules%2Fa.yaml", cookie: try console.signIn().cookie).text()
        #expect(text.contains("<textarea") && text.contains("\n\(Self.rules)</textarea>"))
        #expect(text.contains("name=\"digest\" value=\"\(Self.digest(Self.rules))\""))
        #expect(text.contains("/editor?file=config.yaml") && text.contains("no problems in 2 files"))
    }

    @Test(arguments: [
        "../config.yaml", "rules/../config.yaml", "/etc/passwd", "./config.yaml", "rules//a.yaml", "rules/a.yaml/",
        "config.yaml%00",
        "rules%2F..%2F..%2Fetc%2Fpasswd", "fixtures", "other.yaml", ".config.yaml.previous",
    ])
    func `a path that the configuration does not read is not found`(file: String) async throws {
        let console = try await Self.console()
        try "secret: 1".write(toFile: console.folder.path + "/other.yaml", atomically: true, encoding: .utf8)
        let browser = try console.signIn()
        #expect(try await console.send(.get, "/editor?file=\(file)", cookie: browser.cookie).status == .notFound)
        let fields = ["file": file.removingPercentEncoding ?? "", "text": "x", "digest": Self.digest("x")]
        for command in ["check", "test", "save"] {
            console.answer { _ in
                var reply = AdminReply(["refused"], isRefused: true)
                reply.isWritten = false
                return reply
            }
            #expect(try await console.post("/editor/\(command)", fields, as: browser).status == .notFound, "\(command)")
        }
    }

    @Test func `a draft has the diagnostics of check, with their lines and columns`() async throws {
        let console = try await Self.console()
        let draft = Self.rules.replacing("any_word", with: "any_wrod").replacing("- id: greeting", with: "- id: Greeting!")
        let fields = ["file": "rules/a.yaml", "text": draft.replacing("\n", with: "\r\n"), "digest": Self.digest(Self.rules)]
        let page = try await console.post("/editor/check", fields, as: try console.signIn()).text()
        try draft.write(toFile: console.folder.path + "/rules/a.yaml", atomically: true, encoding: .utf8)
        let rows = CompiledConfiguration.check(
            console.folder.path + "/config.yaml", registry: .init([]), environment: [:]
        ).report.rows
        #expect(rows.count >= 2)
        for row in rows {
            #expect(page.contains("<bdi>\(row.file):\(row.line):\(row.column)</bdi>"))
            #expect(page.contains("data-line=\"\(row.line)\" data-column=\"\(row.column)\" data-length=\"\(row.length)\""))
            #expect(page.contains("\(row.severity) \(row.code)"))
        }
        #expect(page.contains("any_wrod") && page.contains("This text is a draft"))
    }

    @Test func `a check while typing answers with the diagnostics alone and writes nothing`() async throws {
        let console = try await Self.console()
        let fields = ["file": "rules/a.yaml", "text": "rules: [", "digest": "", "live": "1"]
        let text = try await console.post("/editor/check", fields, as: try console.signIn()).text()
        #expect(text.hasPrefix("<section") && text.contains("rules/a.yaml:"))
        #expect(try console.text(of: "rules/a.yaml") == Self.rules)
    }

    @Test func `values of secrets are never part of a page`() async throws {
        let console = try await Self.console(config: "bot: { id: \"${env:TEST_BOT_ID}\", token: \"${env:TEST_TOKEN}\" }")
        let browser = try console.signIn()
        for path in ["/editor", "/editor/revisions"] {
            let text = try await console.send(.get, path, cookie: browser.cookie).text()
            #expect(!text.contains("hidden-value"))
        }
        let text = try await console.send(.get, "/editor", cookie: browser.cookie).text()
        #expect(text.contains("${env:TEST_TOKEN}"))
    }

    @Test func `a file with a secret written in it is not shown`() async throws {
        let console = try await Self.console()
        try "version: 1\nbot: { token: abcdef }".write(
            toFile: console.folder.path + "/config.yaml", atomically: true, encoding: .utf8)
        let text = try await console.send(.get, "/editor", cookie: try console.signIn().cookie).text()
        #expect(!text.contains("abcdef") && !text.contains("<textarea") && text.contains("may contain a secret"))
    }

    @Test func `a file with characters that a page cannot show is not opened`() async throws {
        let console = try await Self.console()
        try Self.rules.replacing("hi", with: "h\u{202E}i").write(
            toFile: console.folder.path + "/rules/a.yaml", atomically: true, encoding: .utf8)
        let text = try await console.send(.get, "/editor?file=rules%2Fa.yaml", cookie: try console.signIn().cookie).text()
        #expect(!text.contains("<textarea") && text.contains("U+202E in line 7"))
    }

    @Test func `saving asks the application, and names the console as its author`() async throws {
        let console = try await Self.console()
        let browser = try console.signIn()
        console.answer { _ in
            var reply = AdminReply(["rules/a.yaml was written"])
            reply.isWritten = true
            return reply
        }
        let draft = Self.rules.replacing("hi", with: "xin chào + 100% ✓")
        let fields = ["file": "rules/a.yaml", "text": draft, "digest": Self.digest(Self.rules)]
        let answer = try await console.post("/editor/save", fields, as: browser)
        #expect(answer.status == .seeOther && answer.headers[.location] == "/editor?file=rules/a.yaml")
        let edit = ConfigurationEdit(
            file: "rules/a.yaml", text: draft, digest: Self.digest(Self.rules), author: "console", keepsErrors: false)
        #expect(console.requests == [.save(edit)])
        let page = try await console.send(.get, "/editor?file=rules%2Fa.yaml", cookie: browser.cookie).text()
        #expect(page.contains("rules/a.yaml was written"))
    }

    @Test func `a refused draft comes back with the reason`() async throws {
        let console = try await Self.console()
        console.answer { _ in
            var reply = AdminReply(["it has changed on disk"], isRefused: true)
            reply.isWritten = false
            return reply
        }
        let fields = ["file": "rules/a.yaml", "text": Self.rules + "\n# mine", "digest": "0"]
        let page = try await console.post("/editor/save", fields, as: try console.signIn()).text()
        #expect(page.contains("it has changed on disk") && page.contains("# mine</textarea>"))
        #expect(page.contains("name=\"digest\" value=\"0\""))
    }

    @Test func `a text beyond the limit is refused`() async throws {
        let console = try await Self.console()
        let text = String(repeating: "#", count: ConfigurationFiles.maxBytes + 1)
        let fields = ["file": "rules/a.yaml", "text": text, "digest": ""]
        #expect(try await console.post("/editor/check", fields, as: try console.signIn()).status == .badRequest)
        let huge = String(repeating: "é", count: ConfigurationFiles.maxBytes)
        let answer = try await console.post(
            "/editor/check", ["file": "rules/a.yaml", "text": huge], as: try console.signIn())
        #expect(answer.status == .contentTooLarge)
    }

    @Test func `words of the schema are suggested`() async throws {
        let console = try await Self.console()
        let fields = ["file": "rules/a.yaml", "text": Self.rules + "\n    mode: sh", "line": "8", "column": "13"]
        let text = try await console.post("/editor/complete", fields, as: try console.signIn()).text()
        #expect(
            text.contains("data-replaced=\"2\"") && text.contains("data-text=\"shadow\"")
                && !text.contains("data-text=\"enforce\""))
    }

    @Test func `a former revision is compared, loaded as a draft, and activated by a request`() async throws {
        let console = try await Self.console()
        let browser = try console.signIn()
        let former = RevisionFixture.files(["config.yaml": "version: 1\n", "rules/a.yaml": Self.rules + "\n# former"])
        try await console.store.store.revisions.record("former", files: former)
        let page = try await console.send(.get, "/editor/revisions?version=former", cookie: browser.cookie).text()
        #expect(page.contains("+8: # former") && page.contains("/editor?file=rules/a.yaml&amp;revision=former"))
        let draft = try await console.send(.get, "/editor?file=rules%2Fa.yaml&revision=former", cookie: browser.cookie).text()
        #expect(draft.contains("# former</textarea>") && draft.contains("value=\"\(Self.digest(Self.rules))\""))
        _ = try await console.post("/editor/activate", ["version": "former"], as: browser)
        #expect(console.requests == [.rollBack(version: "former", by: "console")])
        let unknown = try await console.send(.get, "/editor/revisions?version=nothing", cookie: browser.cookie)
        #expect(unknown.status == .notFound)
    }
}
