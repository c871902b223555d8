package import AsyncHTTPClient
package import ChatModel
package import ConnectorKit
import Foundation
import NIOCore
import NIOHTTP1

/// The files of a Matrix server: its own, and those of other servers that it fetches for the bot.
package struct MatrixFileHost: FileSource, FileHost {
    package static let defaultMaxBytes = 25 << 20
    private static let maxResponseBytes = 64 << 10

    package let limit: Int
    /// The HTTP client and the token for requests. The client must not follow redirects, which would pass on the token.
    package typealias Account = (client: HTTPClient, token: Secret)

    private let server: WebOrigin
    private let time: any TimeSource
    private let account: @Sendable () -> Account?

    /// - Parameters:
    ///   - server: The origin of its API.
    ///   - account: Returns the current account; nil while the bot is not logged in.
    package init(
        server: WebOrigin, time: any TimeSource, maxBytes: Int = defaultMaxBytes, account: @escaping @Sendable () -> Account?
    ) {
        self.server = server
        self.time = time
        limit = maxBytes
        self.account = account
    }

    package var baseURL: String { server.description }

    package func canRead(_ address: String) -> Bool { MatrixFileAddress(address) != nil }

    package func fetch(_ address: String, maxBytes: Int) async throws -> TransferredFile {
        guard let file = MatrixFileAddress(address) else {
            throw FileTransferError.refused("its URL is not a Matrix content URI")
        }
        let download = FileDownload(limit: min(maxBytes, limit), time: time)
        let account = try loggedIn()
        var request = request("/_matrix/client/v1/media/download/\(file.server)/\(file.id)", account)
        request.headers.add(name: "accept", value: "*/*")
        return try await download.withinTimeLimit { [request] in try await download.file(request, with: account.client) }
    }

    package func host(_ file: TransferredFile) async throws -> String {
        let name = file.name.addingPercentEncoding(withAllowedCharacters: Self.plain) ?? "file"
        let account = try loggedIn()
        var request = request("/_matrix/media/v3/upload?filename=\(name)", account)
        request.method = .POST
        request.headers.add(name: "content-type", value: file.mediaType)
        request.headers.add(name: "accept", value: "application/json")
        request.body = .bytes(ByteBuffer(bytes: file.bytes))
        let download = FileDownload(limit: Self.maxResponseBytes, time: time)
        let response = try await download.withinTimeLimit { [request] in try await download.file(request, with: account.client) }
        guard let fields = JSONReader.value(of: String(decoding: response.bytes, as: UTF8.self))?.object,
            let address = fields["content_uri"]?.string.flatMap(MatrixFileAddress.init)
        else { throw FileTransferError.refused("the response has no valid content URI") }
        return "\(address)"
    }

    private func loggedIn() throws(FileTransferError) -> Account {
        guard let account = account() else { throw .unavailable("the bot is not logged in to Matrix", retryAfter: nil) }
        return account
    }

    private func request(_ target: String, _ account: Account) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: server.description + target)
        request.headers = HTTPHeaders([("user-agent", "mezon-bot"), ("authorization", "Bearer \(account.token.reveal())")])
        return request
    }

    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
