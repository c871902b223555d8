import HTTPTypes

/// The headers of every response.
enum SecurityHeaders {
    static let contentSecurityPolicy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
        + "base-uri 'none'; frame-ancestors 'none'"

    static let fields: [(HTTPField.Name, String)] = [
        (.contentSecurityPolicy, contentSecurityPolicy),
        (.xContentTypeOptions, "nosniff"),
        (.cacheControl, "no-store"),
    ]

    /// Names that the HTTP library does not declare.
    static let named: [(String, String)] = [
        // With no referrer at all, browsers send forms with the origin `null`.
        ("Referrer-Policy", "same-origin"),
        ("X-Frame-Options", "DENY"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()"),
    ]

    static func add(to headers: inout HTTPFields) {
        for (name, value) in fields { headers[name] = value }
        for (name, value) in named {
            guard let name = HTTPField.Name(name) else { continue }
            headers[name] = value
        }
    }
}
