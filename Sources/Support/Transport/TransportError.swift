package import ChatModel

/// The reason why a server's certificate is not accepted when certificates are pinned.
package enum TransportError: Error, Hashable, CustomStringConvertible {
    case noCertificate
    case otherCertificate(CertificateFingerprint)

    package var description: String {
        switch self {
        case .noCertificate: "it sent no certificate, but a fingerprint is configured"
        case .otherCertificate(let fingerprint):
            "its certificate has the fingerprint \(fingerprint), which is not configured; add it to 'fingerprints' if it is correct"
        }
    }
}
