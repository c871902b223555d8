import BotConfiguration
import RuleImport
import Testing

struct ImportSummaryTests {
    private func summary(rules: Int, roles: Int, channels: Int) throws -> String {
        func ids(_ count: Int) -> String { (0..<count).map { "\"\($0 + 1)\"" }.joined(separator: ",") }
        let rule = """
            {"name":"r","trigger_type":1,"enabled":true,"trigger_metadata":{"keyword_filter":["a"]},"actions":[{"type":1}],\
            "exempt_roles":[\(ids(roles))],"exempt_channels":[\(ids(channels))]}
            """
        let text = "[\(Array(repeating: rule, count: rules).joined(separator: ","))]"
        return ImportSummary(try imported(text, from: .discord)).human
    }

    @Test(arguments: [
        (1, 1, 2, "1 rule read:", "names for 2 channels, 1 role"), (2, 3, 1, "2 rules read:", "names for 1 channel, 3 roles"),
    ])
    func `one of a kind is counted in the singular`(
        rules: Int, roles: Int, channels: Int, start: String, needs: String
    ) throws {
        let summary = try summary(rules: rules, roles: roles, channels: channels)
        #expect(summary.hasPrefix(start))
        #expect(summary.contains("Add to config.yaml, as the first lines of the file say: \(needs)\n"), "\(summary)")
    }

    @Test func `reasons beyond twenty are counted`() throws {
        for (count, more) in [(21, "… 1 more reason;"), (22, "… 2 more reasons;")] {
            let page = (0..<count).map { "title: [x]\nunknown_\($0): 1\n---\n" }.joined()
            let summary = ImportSummary(try imported(page, from: .automoderator)).human
            #expect(summary.contains("\(more) --json lists all"), "\(summary)")
        }
    }

    @Test func `names of categories have their own singular`() throws {
        let text = """
            automod:
              config:
                rules: { a: { triggers: [{ any_message: {} }], actions: { clean: true } } }
              overrides: [{ category: ["7"], config: { rules: { a: { enabled: false } } } }]
            """
        let summary = ImportSummary(try imported(text, from: .zeppelin)).human
        #expect(summary.contains("names for 1 category"), "\(summary)")
    }
}
