import ChatModel

extension SessionClient {
    private static let smallFile = 1 << 20
    private static let uploadTime = Duration.seconds(55)  // 25 MiB over a line of 4 Mbit/s.

    /// Uploads a file to a URL that the server provided. The session's token is not sent there.
    ///
    /// - Throws: `SessionError`.
    package func put(_ bytes: [UInt8], to url: String, as type: String) async throws {
        let session = try await sessions.session()
        guard let address = CheckedURL(url), address.origin.isSecure || !session.api.isSecure else {
            throw SessionError.badResponse("the upload URL is invalid or not encrypted")
        }
        let response = try await uploader.response(
            to: SessionHTTPRequest(url: address.url, headers: ["Content-Type": type], body: bytes, method: "PUT"),
            within: bytes.count > Self.smallFile ? Self.uploadTime : nil)
        guard response.isSuccess else {
            throw SessionError.callRefused(call: "upload", status: response.status, code: 0, message: "")
        }
    }
}
