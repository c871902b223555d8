import Testing

@testable import Storage

struct TableDigestTests {
    @Test func `the order of rows does not matter`() {
        let rows: [[SQLValue]] = [[.integer(1), .text("a")], [.integer(2), .null], [.integer(3), .blob([0])]]
        #expect(TableDigest(rows) == TableDigest(rows.reversed()))
        #expect(TableDigest(rows).rows == 3)
    }

    @Test(
        arguments: [
            ([[.text("ab"), .text("")]], [[.text("a"), .text("b")]]),
            ([[.text("")]], [[.null]]),
            ([[.blob([])]], [[.text("")]]),
            ([[.blob([0x61])]], [[.text("a")]]),
            ([[.integer(0)]], [[.null]]),
            ([[.integer(.min)]], [[.integer(.max)]]),
            ([[.integer(1)]], [[.integer(1)], [.integer(1)]]),
            ([[.integer(1)], [.integer(1)]], [[.integer(2)], [.integer(2)]]),
            // Equal texts of Swift with different bytes.
            ([[.text("e\u{301}")]], [[.text("\u{E9}")]]),
        ] as [([[SQLValue]], [[SQLValue]])])
    func `different rows have different digests`(first: [[SQLValue]], second: [[SQLValue]]) {
        #expect(TableDigest(first) != TableDigest(second))
    }
}
