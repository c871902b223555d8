import Testing

/// Tests the size of circles: files of a target that name each other's types, directly or through others.
@Suite struct SourceGraphTests {
    private static let maximum = 10  // Files in a circle; more of them can no longer be understood one by one.

    /// BotKit's public types name each other as bots use them together.
    @Test(arguments: try Repository.folders(in: "Sources").filter { $0 != "BotKit" })
    func `the files of a target form only small circles`(target: String) throws {
        let circle = SourceGraph(try Repository.files(in: "Sources/\(target)")).largestCircle
        #expect(circle.count <= Self.maximum, "\(circle)")
    }

    @Test func `a circle is found through other files, and not in comments and texts`() {
        let graph = SourceGraph([
            ("A.swift", "struct A { var b: B }"), ("B.swift", "package final class B {\n    let text = \"\\(C.self)\"\n}"),
            ("C.swift", "enum C { case a([A]) }  // Of D."), ("D.swift", "protocol D { var c: C { get } }\nlet e = \"E\""),
            ("E.swift", "private struct D {}\nactor E { var d: D }"),
        ])
        #expect(graph.largestCircle == ["A.swift", "B.swift", "C.swift"])
    }

    @Test func `files that name each other's types in one direction form no circle`() {
        #expect(SourceGraph([("A.swift", "struct A { var b: B.A }"), ("B.swift", "struct B {}")]).largestCircle == [])
    }
}
