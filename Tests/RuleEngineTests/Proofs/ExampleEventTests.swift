import BotConfiguration
import ChatModel
import Testing

@testable import RuleEngine

@Suite struct ExampleEventTests {
    @Test func `a example is shown in few words`() {
        var input = RuleTestInput()
        input.text = "free\nnitro"
        input.memberFor = 1800
        #expect(
            ExampleEvent(input: input, trigger: .message, channel: "general").description
                == "»free nitro« by somebody (a member of 30m) in #general")
        input.text = String(repeating: "x", count: 100)
        input.memberFor = RuleTestInput().memberFor
        #expect(ExampleEvent(input: input, trigger: .message).description == "»\(String(repeating: "x", count: 59))…«")
        #expect(ExampleEvent(input: input, trigger: .join).description == "the event join")
    }

    @Test func `a finding carries its example into every format`() throws {
        let rules = """
              - { id: a, trigger: message, in: { channels: general }, when: { text: { contains: nitro } }, then: { stop: all } }
              - { id: b, trigger: message, in: { channels: general }, when: { text: { contains: free nitro } }, then: { reply: x } }

            """
        let diagnostic = try #require(try ReviewedRules(rules).diagnostics.first { $0.code == "shadowed" })
        #expect(diagnostic.example == "»free nitro« in #general")
        let loaded = ConfigurationLoader(environment: [:]).load(texts: ["config.yaml": "version: 1\n"], root: "config.yaml")
        let report = DiagnosticReport([diagnostic], sources: loaded.sources)
        #expect(try report.json().contains("\"example\" : \"»free nitro« in #general\""))
        #expect(try report.sarif().contains(", for example »free nitro« in #general; "))
        #expect(report.human().contains("stops every such event first, for example »free nitro« in #general\n"))
        #expect(report.github().contains("»free nitro«"))
    }
}
