import BotConfiguration
import Testing

struct WrittenSecretTests {
    @Test(arguments: [
        ("{ url: \"http://h/x\", style: slack }", "{ url: \"${env:REMOVED}\", style: slack }"),
        ("{ url: http://h/x, style: slack }  # a", "{ url: \"${env:REMOVED}\", style: slack }  # a"),
        ("{ style: slack, url: 'http://h/x' }", "{ style: slack, url: \"${env:REMOVED}\" }"),
        ("{ url: \"http:\\/\\/h/x\", style: slack }", "{ url: \"${env:REMOVED}\", style: slack }"),
        ("{ url: \"http://h\n          /x\", style: slack }", "{ url: \"${env:REMOVED}\", style: slack }\n"),
        ("\n        url: http://h/x  # a\n        style: slack", "\n        url: \"${env:REMOVED}\"  # a\n        style: slack"),
        (
            "\n        url: >-\n          http://h\n          /x\n        style: slack",
            "\n        url: \"${env:REMOVED}\"\n\n\n        style: slack"
        ),
        (
            "\n        style: slack\n        url: \"a\n\n          /x\"",
            "\n        style: slack\n        url: \"${env:REMOVED}\"\n\n"
        ),
    ])
    func `a written secret is replaced, and nothing else`(channel: String, expected: String) throws {
        func text(_ channel: String) -> String {
            """
            version: 1
            connections:
              web:
                webhooks: {}
                channels:
                  out: \(channel)
            defaults: { except: [staff] }

            """
        }
        let folder = try TemporaryDirectory(["config.yaml": text(channel)])
        #expect(folder.load(environment: [:]).sources.texts["config.yaml"] == text(expected))
    }

    @Test func `the lines of a secret are not shown, and the next ones are`() throws {
        let folder = try TemporaryDirectory([
            "config.yaml": "version: 1\nbot: { token: hunter2 }\nstore: { url: postgresql://a:hunter2@h/d }\nwrong: 1\n"
        ])
        let loaded = folder.load(environment: [:])
        let shown = (1...4).map { loaded.sources.line($0, of: "config.yaml") }
        #expect(shown == ["version: 1", nil, nil, "wrong: 1"])
    }
}
