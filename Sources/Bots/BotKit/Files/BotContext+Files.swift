public import Foundation

extension BotContext {
    /// The maximum size in bytes of a file that is attached or read: 10 MiB.
    public static var maxFileSizeInBytes: Int { 10 << 20 }

    /// Creates an attachment from bytes, for use in a draft.
    ///
    ///     let chart = try await context.file("poll.png", type: "image/png", png)
    ///     return [.reply(Draft(Content("The result"), attachments: [chart]))]
    ///
    /// The bytes are on disk when this method returns, under their hash. They are uploaded when the draft is sent, and again if
    /// sending has to be retried. Only `handle`, `onEvent` and commands may attach files.
    ///
    /// - Throws: `FileError`, `BotError.onlyReads`, `CancellationError`.
    public func file(_ name: String, type: String, _ bytes: Data) async throws -> Attachment {
        let isName =
            !name.isEmpty && name.count <= 200 && name != "." && name != ".."
            && !name.unicodeScalars.contains { $0 == "/" || $0 == "\\" || $0.properties.generalCategory == .control }
        guard isName else { throw FileError.badName(String(name.prefix(200))) }
        let parts = type.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.count <= 100 && $0.allSatisfy(Self.isToken) }) else {
            throw FileError.badType(String(type.prefix(200)))
        }
        guard bytes.count <= Self.maxFileSizeInBytes else { throw FileError.tooLarge(limitInBytes: Self.maxFileSizeInBytes) }
        let hash = try await invocation.keep(bytes)
        return Attachment(
            filename: name, url: Attachment.localFilePrefix + hash, mediaType: type, sizeInBytes: bytes.count)
    }

    /// Returns the bytes of an attachment, from Mezon's storage or from a host that the operator has allowed.
    ///
    /// - Parameters:
    ///   - attachment: The attachment to read.
    ///   - limit: The maximum number of bytes; at most `maxFileSizeInBytes`.
    /// - Throws: `HTTPError`, `FileError`, `ContextReadError`, `CancellationError`.
    public func bytes(of attachment: Attachment, limit: Int = 1 << 20) async throws -> Data {
        guard invocation.countRequest() <= HTTPReader.maxRequests else {
            throw HTTPError.tooManyRequests(limit: HTTPReader.maxRequests)
        }
        let limit = min(max(limit, 0), Self.maxFileSizeInBytes)
        let answer = try await invocation.read(.file(url: attachment.url, bot: invocation.requester, limit: limit))
        switch answer {
        case .file(.small(let bytes)): return bytes
        case .file(.kept(let name, _)): return try await invocation.bytes(named: name)
        case .file(.failure(let failure)): throw failure
        default: throw ContextReadError(answer)
        }
    }

    private static func isToken(_ byte: UInt8) -> Bool {
        (97...122).contains(byte) || (65...90).contains(byte) || (48...57).contains(byte) || [43, 45, 46].contains(byte)
    }
}
