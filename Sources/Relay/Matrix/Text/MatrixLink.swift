import Foundation

/// Where a link of Matrix leads.
enum MatrixLink: Hashable {
    case web(String)
    case mail(String)
    /// Somebody, or a room. They are called by name, which notifies nobody: whom it names over there is nobody's over here.
    case person(String)
    case room(String)

    private static let longest = 2048

    /// Nil for what leads nowhere that a reader could follow to.
    init?(_ text: String) {
        let address = Self.trimmed(text)
        let scheme = address.prefix { $0 != ":" }.lowercased()
        guard scheme.utf8.count < address.utf8.count, (1...Self.longest).contains(address.utf8.count) else { return nil }
        switch scheme {
        case "http", "https":
            if let name = Self.named(by: address) {
                self = name
            } else if let address = Self.written(address) {
                self = .web(address)
            } else {
                return nil
            }
        case "mailto":
            let person = address.dropFirst("mailto:".utf8.count).prefix { $0 != "?" }
            guard !person.isEmpty else { return nil }
            self = .mail(String(person))
        case "matrix":
            let parts = address.dropFirst("matrix:".utf8.count).prefix { $0 != "?" }.split(separator: "/")
            guard parts.count == 2, let sign = ["u": "@", "r": "#"][parts[0]] else { return nil }
            guard let name = Self.name(sign + parts[1]) else { return nil }
            self = name
        default: return nil
        }
    }

    /// Whether an address names somebody or a room on Matrix, so that a client makes a pill of it.
    static func isName(_ address: String) -> Bool {
        let lowered = trimmed(address).lowercased()
        return lowered.hasPrefix("matrix:") || hosts.contains { lowered.hasPrefix($0) }
    }

    private static let hosts = ["https://matrix.to/", "http://matrix.to/"]

    private static func trimmed(_ text: String) -> String { text.trimmingCharacters(in: .whitespacesAndNewlines) }

    /// `https://matrix.to/#/@user:server`; nil for a message, which is a place to go to.
    private static func named(by address: String) -> Self? {
        let lowered = address.prefix(20).lowercased()
        guard let host = hosts.first(where: { lowered.hasPrefix($0) }) else { return nil }
        let path = address.dropFirst(host.count)
        guard path.hasPrefix("#/") else { return nil }
        let parts = path.dropFirst(2).prefix { $0 != "?" }.split(separator: "/")
        guard parts.count == 1 else { return nil }
        return name(String(parts[0]))
    }

    private static func name(_ text: String) -> Self? {
        let name = text.removingPercentEncoding ?? text
        switch name.first {
        case "@":
            let local = name.dropFirst().prefix { $0 != ":" }
            return local.isEmpty ? nil : .person(String(local))
        case "#", "!": return .room(name)
        default: return nil
        }
    }

    /// The address in visible ASCII letters; nil for one that cannot be written so, or has no host.
    private static func written(_ address: String) -> String? {
        var result = ""
        for byte in address.utf8 {
            switch byte {
            case 0x00...0x1F, 0x7F, UInt8(ascii: "\\"): return nil
            case 0x20, 0x80..., UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "`"):
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            default: result.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
        guard let slashes = result.firstIndex(of: ":"), result[slashes...].hasPrefix("://"),
            let first = result[slashes...].dropFirst(3).first, first != "/", first != "?", first != "#"
        else { return nil }
        return result
    }
}
