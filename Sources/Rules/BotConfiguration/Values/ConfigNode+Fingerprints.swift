package import ChatModel

extension ConfigNode {
    /// Returns the certificate fingerprints that a server may present, given as one text or a list.
    package func fingerprints(_ diagnostics: DiagnosticCollector) -> Set<CertificateFingerprint> {
        var fingerprints: Set<CertificateFingerprint> = []
        for item in list(orSingle: true, diagnostics) ?? [] {
            if diagnostics.record(.pattern("^(sha256:)?([0-9A-Fa-f]{2}:?){32}$", example: "sha256:…"), for: item) { continue }
            guard let text = item.text(diagnostics) else { continue }
            guard let fingerprint = CertificateFingerprint(text) else {
                diagnostics.error(
                    "bad-fingerprint", "a SHA-256 fingerprint has 64 hexadecimal digits", at: item.position,
                    suggestion: "print it with `openssl x509 -noout -fingerprint -sha256 -in FILE`")
                continue
            }
            fingerprints.insert(fingerprint)
        }
        return fingerprints
    }
}
