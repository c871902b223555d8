import Testing

@testable import Storage

struct TableDigestTests {
    private func digest(_ rows: [[SQLValue]]) -> TableDigest {
        var digest = TableDigest()
        for row in rows { digest.add(row) }
        return digest
    }

    @Test func `the order of rows does not matter`() {
        let rows: [[SQLValue]] = [[.integer(1), .text("a")], [.integer(2), .null], [.integer(3), .blob([0])]]
        #expect(digest(rows) == digest(rows.reversed()))
        #expect(digest(rows).rows == 3)
    }

    @Test(arguments: [
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
        #expect(digest(first) != digest(second))
    }
}
