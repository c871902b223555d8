import BotKit
package import MezonModel

/// Finds where a request may connect to: a name is looked up once, and all its addresses are checked.
package struct AddressGuard: Sendable {
    private let lookUp: HostResolver.Ask

    package init(lookUp: @escaping HostResolver.Ask) { self.lookUp = lookUp }

    /// The address to connect to: the first of the name's, where none of them leads to where it may not.
    ///
    /// - Throws: `HTTPError`, `CancellationError`.
    package func address(of origin: WebOrigin, isInsideMeant: Bool) async throws -> IPAddress {
        let addresses = try await lookUp(origin.host)
        for address in addresses where address.side == .forbidden || address.side == .inside && !isInsideMeant {
            throw HTTPError.insideAddress(host: origin.host, address: "\(address)")
        }
        guard let first = addresses.first else { throw HTTPError.unknownHost(origin.host) }
        return first
    }
}
