import Testing

@testable import MezonModel

struct IPAddressTests {
    @Test(arguments: [
        ("1.1.1.1", IPAddress.Scope.outside), ("8.8.8.8", .outside), ("100.63.255.255", .outside), ("100.128.0.0", .outside),
        ("172.15.255.255", .outside), ("172.32.0.0", .outside), ("192.167.255.255", .outside), ("223.255.255.255", .outside),
        ("10.0.0.1", .inside), ("100.64.0.0", .inside), ("100.127.255.255", .inside), ("127.0.0.1", .inside),
        ("127.255.255.254", .inside), ("172.16.0.1", .inside), ("172.31.255.255", .inside), ("192.0.0.1", .inside),
        ("192.0.2.1", .inside), ("192.88.99.1", .inside), ("192.168.1.1", .inside), ("198.18.0.1", .inside),
        ("198.19.255.255", .inside), ("198.51.100.1", .inside), ("203.0.113.1", .inside),
        ("0.0.0.0", .forbidden), ("0.1.2.3", .forbidden), ("169.254.169.254", .forbidden), ("224.0.0.1", .forbidden),
        ("239.255.255.255", .forbidden), ("240.0.0.1", .forbidden), ("255.255.255.255", .forbidden),
        ("100.100.100.200", .forbidden),
        ("2606:4700:4700::1111", .outside), ("2a00:1450::1", .outside), ("64:ff9b::8.8.8.8", .outside),
        ("::1", .inside), ("fc00::1", .inside), ("fd12:3456::1", .inside), ("2001:db8::1", .inside), ("2001::1", .inside),
        ("2001:2::1", .inside), ("2002:0a00:0001::1", .inside), ("2002:0808:0808::1", .inside), ("3fff::1", .inside),
        ("::ffff:127.0.0.1", .inside), ("::ffff:8.8.8.8", .inside), ("::8.8.8.8", .inside), ("64:ff9b::10.0.0.1", .inside),
        ("64:ff9b:1::1", .inside), ("fec0::1", .inside), ("4000::1", .inside),
        ("::", .forbidden), ("fe80::1", .forbidden), ("febf::1", .forbidden), ("ff02::1", .forbidden),
        ("fd00:ec2::254", .forbidden), ("::ffff:169.254.169.254", .forbidden), ("64:ff9b::169.254.169.254", .forbidden),
        ("2002:a9fe:a9fe::1", .forbidden),
    ])
    func `an IP address is public, private or unusable`(text: String, side: IPAddress.Scope) throws {
        #expect(try #require(IPAddress(text)).side == side)
    }

    @Test(arguments: [
        "", "1.2.3", "127.1", "0x7f000001", "2130706433", "1.2.3.4.5", "256.1.1.1", " 1.1.1.1", "1.1.1.1 ", "[::1]", "::1%lo",
        "gg::1", String(repeating: "1", count: 500), "1.1.1.1\u{0}", "example.org",
    ])
    func `an invalid IP address is rejected`(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test(arguments: ["8.8.8.8", "::1", "2001:db8::1"])
    func `an IP address is formatted as written`(text: String) throws {
        #expect(try #require(IPAddress(text)).description == text)
    }
}
