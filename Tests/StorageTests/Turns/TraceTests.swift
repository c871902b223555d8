import Testing

@testable import Storage

struct TraceTests {
    @Test(arguments: [
        [], [Trace.Step("system", "own")], [.init("bot:a", "skip", "not for it"), .init("rules", "reply, react", "")],
        [.init("a", "failed", "tab between\twords")], [.init("a", "failed", "\u{301}combining first")],
    ])
    func `a trace is read back unchanged`(steps: [Trace.Step]) {
        let back = Trace(text: Trace(steps).text)
        #expect(back.steps.map(\.who) == steps.map(\.who))
        #expect(back.steps.map(\.what) == steps.map(\.what))
        #expect(back.steps.map(\.why) == steps.map { $0.why.replacing("\t", with: " ") })
    }

    @Test(arguments: [
        ("", false), ("rule:a\tmiss\tx\nbot:b\tskip\ty", false), ("rule:a\tmiss\tx\nrule:b\treply\ty", true),
        ("system\tpass", true), ("odd", true), ("rule:a\tmissing\t", true),
    ])
    func `a trace has actions where a step is neither a miss nor a skip`(text: String, hasActions: Bool) {
        #expect(Trace.hasActions(text) == hasActions)
        let others = Trace(text: text).steps.filter { $0.what != Trace.miss && $0.what != Trace.skip }
        #expect(others.isEmpty != hasActions)
    }

    @Test(arguments: ["two\nlines", "two\r\nlines", "\u{0}", "a\tb\nc\u{1B}[31m"])
    func `a reason stays on one line of the trace`(reason: String) {
        let back = Trace(text: Trace([.init("a", "failed", reason), .init("b", "skip", "x")]).text)
        #expect(back.steps.count == 2)
        #expect(back.steps.last == .init("b", "skip", "x"))
        #expect(back.steps.first?.why.unicodeScalars.contains { $0.value < 0x20 } == false)
    }
}
