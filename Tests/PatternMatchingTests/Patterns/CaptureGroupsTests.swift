import Testing

@testable import PatternMatching

@Suite struct CaptureGroupsTests {
    static let read: [(String, keys: [String], certain: Set<String>)] = [
        ("abc", [], []),
        ("(a)(?P<n>b)", ["1", "2", "n"], ["1", "2", "n"]),
        ("(?<day>a)|b", ["1", "day"], []),
        ("((a)|b)c", ["1", "2"], ["1"]),
        ("(a)?(b)*(c){0,2}(d)+(e){2}", ["1", "2", "3", "4", "5"], ["4", "5"]),
        ("(?:(a)b)?(c)", ["1", "2"], ["2"]),
        (#"\((a)[)(|](?i)[^]|(](b)"#, ["1", "2"], ["1", "2"]),
        ("(?i:(a))[[:alpha:](]", ["1"], ["1"]),
    ]

    @Test(arguments: read)
    func `a pattern tells its groups, and which of them every match contains`(
        pattern: String, keys: [String], certain: Set<String>
    ) throws {
        let groups = try Pattern(pattern).groups
        #expect(groups.keys == keys)
        #expect(groups.certainKeys == certain)
    }

    static let captured: [(String, String, String, String?)] = [
        (#"#(?P<id>\d+) (\w+)"#, "lỗi #42 Đóng rồi", "id", "42"),
        (#"#(?P<id>\d+) (\w+)"#, "lỗi #42 Đóng rồi", "2", "Đóng"),
        (#"\bđến (\d+)h\b"#, "từ 5h ĐẾN 17h", "1", "17"),
        ("a(b)?c", "ac", "1", ""), ("a(b)", "x", "1", nil), ("(a)", "a", "2", nil), ("(a)", "a", "name", nil),
    ]

    @Test(arguments: captured)
    func `a group is read as it is written`(pattern: String, text: String, key: String, group: String?) throws {
        #expect(CaptureReader(try Pattern(pattern)).group(key, in: text) == group)
    }

    @Test func `groups beyond the limit cannot be read`() throws {
        let pattern = String(repeating: "(a)", count: 40)
        let reader = CaptureReader(try Pattern(pattern))
        let text = String(repeating: "a", count: 40)
        #expect(reader.pattern.groups.keys.count == CaptureGroups.maximum)
        #expect(reader.group("32", in: text) == "a" && reader.group("33", in: text) == nil)
        #expect(reader.group("-9223372036854775808", in: text) == nil)
    }
}
