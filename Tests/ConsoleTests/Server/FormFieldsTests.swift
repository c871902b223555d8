import Testing

@testable import Console

struct FormFieldsTests {
    @Test func `fields are decoded`() throws {
        let fields = try #require(FormFields("a=1&b=x%20y+z&c&a=2&d=%E1%BB%87"))
        #expect(fields["a"] == "1" && fields.all("a") == ["1", "2"])
        #expect(fields["b"] == "x y z" && fields["c"].isEmpty && fields["d"] == "ệ" && fields["e"].isEmpty)
    }

    @Test(arguments: [
        "a=%zz", "a=%ff", String(repeating: "a", count: FormFields.maxBytes + 1), String(repeating: "a=1&", count: 300),
    ])
    func `malformed and excessive fields are refused`(text: String) {
        #expect(FormFields(text) == nil)
    }
}
