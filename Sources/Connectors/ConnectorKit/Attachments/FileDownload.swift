package import AsyncHTTPClient
import AsyncSupport
package import ChatModel
import NIOCore
import NIOHTTP1
import Transport

/// Downloads a file over HTTP, up to a maximum size that does not depend on the size that the server states.
package struct FileDownload: Sendable {
    static let timeout = Duration.seconds(60)  // From the start to the last byte.
    private static let maxHeaders = 200
    private static let maxWait = Duration.seconds(60)

    let limit: Int
    let time: any TimeSource

    package init(limit: Int, time: any TimeSource) {
        self.limit = limit
        self.time = time
    }

    /// Runs a transfer within the time limit.
    ///
    /// - Throws: `FileTransferError`, `CancellationError`.
    package func withinTimeLimit<Value: Sendable>(_ transfer: @escaping @Sendable () async throws -> Value) async throws -> Value
    {
        do {
            return try await withTimeout(Self.timeout, time: time, transfer) {
                throw FileTransferError.unavailable("the transfer did not finish within \(Self.timeout)", retryAfter: nil)
            }
        } catch let error as FileTransferError {
            throw error
        } catch {
            try Task.checkCancellation()
            throw FileTransferError.unavailable(ConnectionErrorDescription.description(for: error), retryAfter: nil)
        }
    }

    /// - Returns: The file, without a name.
    package func file(_ request: HTTPClientRequest, with client: HTTPClient) async throws -> TransferredFile {
        let response = try await response(to: request, with: client)
        if let length = response.headers.first(name: "content-length").flatMap({ Int($0) }), length > limit {
            throw FileTransferError.tooLarge(limitInBytes: limit)
        }
        var bytes: [UInt8] = []
        for try await part in response.body {
            guard bytes.count + part.readableBytes <= limit else { throw FileTransferError.tooLarge(limitInBytes: limit) }
            bytes.append(contentsOf: part.readableBytesView)
        }
        let type = FileNameSanitizer.mediaType(response.headers.first(name: "content-type"))
        return TransferredFile(name: "", mediaType: type ?? FileNameSanitizer.bytes, bytes: bytes)
    }

    /// Returns a response with status 200.
    func response(to request: HTTPClientRequest, with client: HTTPClient) async throws -> HTTPClientResponse {
        // `withinTimeLimit` enforces the time limit; this one only ends abandoned requests.
        let response = try await client.execute(request, timeout: .minutes(10))
        guard response.headers.count <= Self.maxHeaders else {
            throw FileTransferError.refused("the response has too many headers")
        }
        let status = Int(response.status.code)
        switch status {
        case 200: return response
        case 413: throw FileTransferError.refused("the file is too large for the server")
        case 401, 408, 425, 429, 500...:
            let seconds = response.headers.first(name: "retry-after").flatMap { Int64($0) }.map { min(max(0, $0), 3600) }
            throw FileTransferError.unavailable(
                "the server responded with status \(status)", retryAfter: seconds.map { min(.seconds($0), Self.maxWait) })
        default: throw FileTransferError.refused("the server responded with status \(status)")
        }
    }
}
