import BotConfiguration
import RuleImport
import Testing

/// Tests files that have nothing to import, or were written for another system than was named.
struct ForeignSystemTests {
    private static let discord = #"[{"name":"r","trigger_type":1,"enabled":true,"actions":[]}]"#
    private static let zeppelin = "levels: { \"1\": 100 }\nplugins:\n  automod: { config: { rules: {} } }\n"
    private static let automoderator = "# spam\ntitle+body (regex): ['x']\naction: remove\n---\ndomain: [x.example]\n"

    private func errors(_ text: String, _ system: ForeignSystem) -> [String] {
        RuleImport.read(text, file: "file", from: system).1.map {
            "\($0.position.line):\($0.position.column) \($0.code): \($0.message); \($0.suggestion ?? "")"
        }
    }

    @Test(arguments: ForeignSystem.allCases)
    func `an empty file is said to be empty`(system: ForeignSystem) {
        for (text, problem) in [
            ("", "is empty"), ("\n  \n", "is empty"), ("---\n", "is empty"), ("# later\n\n", "has only comments"),
        ] {
            let found = errors(text, system)
            #expect(found.count == 1 && found[0].hasPrefix("1:1 empty-file: the file \(problem); give the "), "\(found)")
        }
    }

    @Test(arguments: [
        (ForeignSystem.discord, discord), (.discord, #"{"auto_moderation_rules":\#(discord)}"#),
        (.discord, #"{"name":"r","trigger_type":1}"#), (.discord, "[\n\t{\n\t\t\"trigger_type\": 1\n\t}\n]"),
        (.zeppelin, zeppelin), (.zeppelin, "automod: { config: { rules: {} } }"), (.zeppelin, "censor:\n  overrides: []\n"),
        (.automoderator, automoderator), (.automoderator, "~body (full-exact): x\n"), (.automoderator, "Action: remove\n---\n[]"),
    ])
    func `a file of another system is reported with its option alone`(origin: ForeignSystem, text: String) {
        for system in ForeignSystem.allCases where system != origin {
            let message = "the file is one of \(origin.title), not of \(system.title); pass --from \(origin.rawValue)"
            #expect(errors(text, system) == ["1:1 wrong-system: \(message)"])
        }
        #expect(!errors(text, origin).contains { $0.contains("wrong-system") })
    }

    @Test(arguments: ForeignSample.all)
    func `a sample is recognized`(sample: ForeignSample) throws {
        for system in ForeignSystem.allCases where system != sample.system {
            #expect(errors(try sample.text(), system).map { $0.hasSuffix("pass --from \(sample.system.rawValue)") } == [true])
        }
    }

    @Test(arguments: ["{\"message\": \"401: Unauthorized\", \"code\": 0}", "{\"title\": \"x\"}", "version: 1\nrules: []\n", "x"])
    func `a file that might be of any system is read as what it is said to be`(text: String) {
        for system in ForeignSystem.allCases { #expect(!errors(text, system).contains { $0.contains("wrong-system") }) }
    }
}
