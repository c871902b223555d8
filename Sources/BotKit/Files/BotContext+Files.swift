public import Foundation

extension BotContext {
    /// The most that may be attached, or read of an attachment.
    public static var largestFile: Int { 10 << 20 }

    /// An attachment made of bytes, for a draft.
    ///
    ///     let chart = try await context.file("poll.png", type: "image/png", png)
    ///     return [.reply(Draft(Content("The result"), attachments: [chart]))]
    ///
    /// The bytes are on disk when this returns, under their hash; they are uploaded when the draft is sent, again where a try of it
    /// failed. Only `handle`, `notice` and commands may attach.
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
        guard bytes.count <= Self.largestFile else { throw FileError.tooLarge(limitInBytes: Self.largestFile) }
        let hash = try await attempt.keep(bytes)
        return Attachment(
            filename: name, url: Attachment.shelfPrefix + hash, mediaType: type, sizeInBytes: bytes.count)
    }

    /// The bytes of an attachment, from where Mezon keeps them or from a host that the operator has allowed.
    ///
    /// - Parameter limit: bytes; at most `largestFile`.
    /// - Throws: `HTTPError`, `FileError`, `ContextReadError`, `CancellationError`.
    public func bytes(of attachment: Attachment, limit: Int = 1 << 20) async throws -> Data {
        guard attempt.countRequest() <= HTTPReader.mostRequests else {
            throw HTTPError.tooManyRequests(limit: HTTPReader.mostRequests)
        }
        let limit = min(max(limit, 0), Self.largestFile)
        let answer = try await attempt.read(.file(url: attachment.url, bot: attempt.requester, limit: limit))
        switch answer {
        case .file(.small(let bytes)): return bytes
        case .file(.kept(let name, _)): return try await attempt.bytes(named: name)
        case .file(.failure(let failure)): throw failure
        default: throw ContextReadError(answer)
        }
    }

    private static func isToken(_ byte: UInt8) -> Bool {
        (97...122).contains(byte) || (65...90).contains(byte) || (48...57).contains(byte) || [43, 45, 46].contains(byte)
    }
}
