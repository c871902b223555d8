import AsyncHTTPClient
import BotKit
package import ChatModel
package import MezonClient
import NIOHTTP1

/// Files of the web. A URL in a message must not make the application read from a private network (SSRF).
///
/// A host name is resolved once, its addresses are checked, and the connection uses the checked address; redirects are not followed.
package struct WebFileSource: FileSource {
    package let limit: Int
    private let allowedPrivate: Set<WebOrigin>
    private let time: any TimeSource
    private let addresses: AddressGuard

    /// - Parameter allowedPrivate: The origins that may be in a private network, such as a gateway on the same machine.
    package init(
        allowedPrivate: Set<WebOrigin> = [], maxBytes: Int = .max, time: any TimeSource,
        lookUp: @escaping HostResolver.Lookup = HostResolver.system
    ) {
        self.allowedPrivate = allowedPrivate
        limit = maxBytes
        self.time = time
        addresses = AddressGuard(lookUp: lookUp)
    }

    package func canRead(_ address: String) -> Bool { AttachmentURL.isWeb(address) }

    package func fetch(_ address: String, maxBytes: Int) async throws -> TransferredFile {
        guard let web = CheckedURL(address) else { throw FileTransferError.refused("its URL is invalid") }
        let download = FileDownload(limit: min(maxBytes, limit), time: time)
        return try await download.withinTimeLimit { [addresses, allowedPrivate] in
            let pin: IPAddress
            do {
                pin = try await addresses.address(of: web.origin, allowsPrivateNetworks: allowedPrivate.contains(web.origin))
            } catch let failure as HTTPError {
                if case .insideAddress = failure { throw FileTransferError.refused("its host has a private address") }
                throw FileTransferError.unavailable("\(failure)", retryAfter: nil)
            }
            return try await PinnedClient.with(web.origin.host, at: pin) { client in
                var request = HTTPClientRequest(url: web.url)
                request.headers = HTTPHeaders([("user-agent", "mezon-bot"), ("accept", "*/*")])
                return try await download.file(request, with: client)
            }
        }
    }
}
