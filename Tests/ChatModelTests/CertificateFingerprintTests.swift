import ChatModel
import Testing

struct CertificateFingerprintTests {
    private static let digits = "0f1e2d3c4b5a69788796a5b4c3d2e1f000112233445566778899aabbccddeeff"
    private static let pairs = stride(from: 0, to: 64, by: 2).map { offset in
        digits.dropFirst(offset).prefix(2).uppercased()
    }.joined(separator: ":")

    @Test(arguments: [digits, "sha256:" + digits, digits.uppercased(), pairs, "SHA256:" + pairs])
    func `a fingerprint is parsed with or without colons, capitals and hash name`(text: String) {
        #expect(CertificateFingerprint(text)?.description == "sha256:" + Self.digits)
    }

    @Test(arguments: [
        "", "sha256:", digits.dropLast(2).description, digits + "00", "sha1:" + digits, digits.dropLast() + "g", pairs + ":",
    ])
    func `an invalid fingerprint is rejected`(text: String) { #expect(CertificateFingerprint(text) == nil) }
}
