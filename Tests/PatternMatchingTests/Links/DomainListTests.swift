import Testing

@testable import PatternMatching

@Suite struct DomainListTests {
    private func domain(_ text: String) throws -> DomainName { try #require(DomainName(text), "\(text)") }

    @Test(arguments: [
        ("evil.com", true), ("a.evil.com", true), ("A.B.EVIL.COM.", true), ("www.evil.com", true), ("notevil.com", false),
        ("evil.com.vn", false), ("com", false), ("ｅｖｉｌ。com", true), ("đẹp.vn", true), ("xn--p-tpa4454a.vn", false),
    ])
    func `a listed domain includes its subdomains`(host: String, isListed: Bool) throws {
        let list = DomainList([try domain("evil.com"), try domain("Đẹp.vn")])
        #expect(list.contains(try domain(host)) == isListed)
    }

    @Test func `a lookalike host is caught by a block list and not allowed by an allow list`() throws {
        let list = DomainList([try domain("paypal.com")])
        let host = try domain("login.xn--pypal-4ve.com")
        #expect(host.name == "login.pаypal.com")
        #expect(host.skeleton == "login.paypal.com")
        #expect(list.containsLookalike(host))
        #expect(!list.contains(host))
    }

    @Test(
        arguments: [
            ("xn--mnchen-3ya.de", "münchen.de"), ("xn--fiqs8s.cn", "中国.cn"), ("xn--80ak6aa92e.com", "аррӏе.com"),
            ("xn--!.com", nil),
            ("", nil), ("a..b", nil), ("-a.com", nil), ("a b.com", nil), (String(repeating: "a", count: 64) + ".com", nil),
            ("www.com", "www.com"), ("xn--99999999999999999999.com", "xn--99999999999999999999.com"),
        ] as [(String, String?)])
    func `a host is normalized as in browsers`(text: String, name: String?) {
        #expect(DomainName(text)?.name == name)
    }

    @Test(arguments: [
        ("a.b.example.com", "example.com"), ("shop.example.com.vn", "example.com.vn"), ("example.com", "example.com"),
        ("bbc.co.uk", "bbc.co.uk"), ("1.2.3.4", "1.2.3.4"), ("localhost", "localhost"),
    ])
    func `the registrable domain of a host is found`(host: String, registered: String) throws {
        #expect(try domain(host).registered == registered)
    }
}
