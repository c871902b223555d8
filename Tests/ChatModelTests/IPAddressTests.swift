import Testing

@testable import ChatModel

struct IPAddressTests {
    @Test(arguments: [
        ("1.1.1.1", IPAddress.Scope.publicNetwork), ("8.8.8.8", .publicNetwork), ("100.63.255.255", .publicNetwork),
        ("100.128.0.0", .publicNetwork),
        ("172.15.255.255", .publicNetwork), ("172.32.0.0", .publicNetwork), ("192.167.255.255", .publicNetwork),
        ("223.255.255.255", .publicNetwork),
        ("10.0.0.1", .privateNetwork), ("100.64.0.0", .privateNetwork), ("100.127.255.255", .privateNetwork),
        ("127.0.0.1", .privateNetwork),
        ("127.255.255.254", .privateNetwork), ("172.16.0.1", .privateNetwork), ("172.31.255.255", .privateNetwork),
        ("192.0.0.1", .privateNetwork),
        ("192.0.2.1", .privateNetwork), ("192.88.99.1", .privateNetwork), ("192.168.1.1", .privateNetwork),
        ("198.18.0.1", .privateNetwork),
        ("198.19.255.255", .privateNetwork), ("198.51.100.1", .privateNetwork), ("203.0.113.1", .privateNetwork),
        ("0.0.0.0", .forbidden), ("0.1.2.3", .forbidden), ("169.254.169.254", .forbidden), ("224.0.0.1", .forbidden),
        ("239.255.255.255", .forbidden), ("240.0.0.1", .forbidden), ("255.255.255.255", .forbidden),
        ("100.100.100.200", .forbidden),
        ("2606:4700:4700::1111", .publicNetwork), ("2a00:1450::1", .publicNetwork), ("64:ff9b::8.8.8.8", .publicNetwork),
        ("::1", .privateNetwork), ("fc00::1", .privateNetwork), ("fd12:3456::1", .privateNetwork),
        ("2001:db8::1", .privateNetwork), ("2001::1", .privateNetwork),
        ("2001:2::1", .privateNetwork), ("2002:0a00:0001::1", .privateNetwork), ("2002:0808:0808::1", .privateNetwork),
        ("3fff::1", .privateNetwork),
        ("::ffff:127.0.0.1", .privateNetwork), ("::ffff:8.8.8.8", .privateNetwork), ("::8.8.8.8", .privateNetwork),
        ("64:ff9b::10.0.0.1", .privateNetwork),
        ("64:ff9b:1::1", .privateNetwork), ("fec0::1", .privateNetwork), ("4000::1", .privateNetwork),
        ("::", .forbidden), ("fe80::1", .forbidden), ("febf::1", .forbidden), ("ff02::1", .forbidden),
        ("fd00:ec2::254", .forbidden), ("::ffff:169.254.169.254", .forbidden), ("64:ff9b::169.254.169.254", .forbidden),
        ("2002:a9fe:a9fe::1", .forbidden),
    ])
    func `an IP address is public, private or unusable`(text: String, side: IPAddress.Scope) throws {
        #expect(try #require(IPAddress(text)).scope == side)
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
