/// The host names of this machine, to which a secret may be sent without TLS.
package enum LoopbackHost {
    /// Returns whether a host, with or without brackets, is `localhost` or an address of the loopback network. A name that merely
    /// resolves to one does not count, because its resolution is under another party's control.
    package static func contains(_ host: String) -> Bool {
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        let bare = isBracketed ? String(host.dropFirst().dropLast()) : host.lowercased()
        if bare == "localhost" { return true }
        guard let address = IPAddress(bare) else { return false }
        return address.bytes.count == 4 ? address.bytes[0] == 127 : address.bytes == [UInt8](repeating: 0, count: 15) + [1]
    }
}
