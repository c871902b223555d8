import BotKit
package import ChatModel

/// Determines the address that a request may connect to: a host name is resolved once, and all its addresses are checked.
package struct AddressGuard: Sendable {
    private let lookUp: HostResolver.Lookup

    package init(lookUp: @escaping HostResolver.Lookup) { self.lookUp = lookUp }

    /// Returns the first address of a host, if all its addresses are permitted.
    ///
    /// - Parameter allowsPrivateNetworks: A Boolean value that indicates whether addresses of private networks are permitted.
    /// - Throws: `HTTPError`, `CancellationError`.
    package func address(of origin: WebOrigin, allowsPrivateNetworks: Bool) async throws -> IPAddress {
        let addresses = try await lookUp(origin.host)
        for address in addresses where address.scope == .forbidden || address.scope == .privateNetwork && !allowsPrivateNetworks {
            throw HTTPError.insideAddress(host: origin.host, address: "\(address)")
        }
        guard let first = addresses.first else { throw HTTPError.unknownHost(origin.host) }
        return first
    }
}
