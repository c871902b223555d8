import Foundation

/// The target of a link in a Matrix message.
enum MatrixLink: Hashable {
    case web(String)
    case mail(String)
    /// A user or a room. It is shown by name and mentions no one, because the name does not identify a Mezon user.
    case user(String)
    case room(String)

    private static let maximum = 2048

    /// Parses a link; nil if a reader could not open it.
    init?(_ text: String) {
        let address = Self.trimmed(text)
        let scheme = address.prefix { $0 != ":" }.lowercased()
        guard scheme.utf8.count < address.utf8.count, (1...Self.maximum).contains(address.utf8.count) else { return nil }
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
            let recipient = address.dropFirst("mailto:".utf8.count).prefix { $0 != "?" }
            guard !recipient.isEmpty else { return nil }
            self = .mail(String(recipient))
        case "matrix":
            let parts = address.dropFirst("matrix:".utf8.count).prefix { $0 != "?" }.split(separator: "/")
            guard parts.count == 2, let sigil = ["u": "@", "r": "#"][parts[0]] else { return nil }
            guard let name = Self.name(sigil + parts[1]) else { return nil }
            self = name
        default: return nil
        }
    }

    /// Returns a Boolean value that indicates whether an address names a Matrix user or room, which clients show as a mention.
    static func isName(_ address: String) -> Bool {
        let lowered = trimmed(address).lowercased()
        return lowered.hasPrefix("matrix:") || hosts.contains { lowered.hasPrefix($0) }
    }

    private static let hosts = ["https://matrix.to/", "http://matrix.to/"]

    private static func trimmed(_ text: String) -> String { text.trimmingCharacters(in: .whitespacesAndNewlines) }

    /// Parses `https://matrix.to/#/@user:server`; nil for a message, which stays a web link.
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
            return local.isEmpty ? nil : .user(String(local))
        case "#", "!": return .room(name)
        default: return nil
        }
    }

    /// Returns the address in visible ASCII characters; nil if it contains control characters or has no host.
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
