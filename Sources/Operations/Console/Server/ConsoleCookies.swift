import HTTPTypes

/// The cookies of the console. Their names contain the port, because browsers share cookies between the ports of a host.
struct ConsoleCookies: Sendable {
    enum Name: String, Sendable { case session, language }

    let port: Int
    let path: String
    let isSecure: Bool

    init(port: Int, _ origins: AllowedOrigins) {
        self.port = port
        path = origins.basePath.isEmpty ? "/" : origins.basePath
        isSecure = origins.isSecure
    }

    func value(_ name: Name, in headers: HTTPFields) -> String? {
        let key = "\(key(name))="
        for header in headers[values: .cookie] {
            for pair in header.split(separator: ";") {
                let pair = pair.drop { $0 == " " }
                if pair.hasPrefix(key) { return String(pair.dropFirst(key.count)) }
            }
        }
        return nil
    }

    /// The value of a `Set-Cookie` header.
    func set(_ name: Name, _ value: String, seconds: Int) -> String {
        "\(key(name))=\(value); Path=\(path); Max-Age=\(seconds); HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
    }

    private func key(_ name: Name) -> String { "mezon_bot_\(name.rawValue)_\(port)" }
}
