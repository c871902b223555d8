import BotKit
import Foundation
package import Logging
package import MezonModel
package import Persistence
import Synchronization

/// Brings files from where they are to where they can be read, each once, and remembers what came of it.
package final class AttachmentTransfer: Sendable {
    // For one file: a channel's messages wait for it.
    private static let longestFetch = Duration.seconds(10)
    private static let longestStay = Duration.seconds(30)
    /// Where nothing could be put, nobody tries again within this time.
    private static let absence = Duration.seconds(60)
    private static let pause = Duration.seconds(2)
    private static let longestPause = Duration.seconds(20)
    /// What failed may be there later; within this time nobody asks again.
    private static let failureLife: TimeInterval = 3600

    private let sources: [any FileSource]
    private let store: Store
    private let time: any TimeSource
    private let logger: Logger
    /// A file is in memory while it is carried: so many at a time. The same file comes to the same turnstile, so that the second who asks
    /// for it finds what became of it.
    private let lanes = (0..<4).map { _ in AsyncSemaphore() }
    /// Until when a place counts as away, and why.
    private let away = Mutex<[String: (until: Duration, reason: String)]>([:])

    package init(from sources: [any FileSource], store: Store, time: any TimeSource, logger: Logger) {
        self.sources = sources
        self.store = store
        self.time = time
        self.logger = logger
    }

    /// What becomes of an attachment at another place.
    ///
    /// - Parameter ready: returns once files can be put there.
    /// - Throws: `CancellationError`.
    package func carry(
        _ attachment: Attachment, to host: any FileHost, once ready: @Sendable () async throws -> Void
    ) async throws -> FileCopy.Outcome {
        let address = attachment.url
        let able = sources.filter { $0.keeps(address) }
        guard let most = able.map(\.most).max().map({ min($0, host.most) }) else { return .failed("it cannot be fetched") }
        guard attachment.sizeInBytes <= most else { return .failed("\(FileTransferError.tooLarge(limitInBytes: most))") }
        // However long a network is away, what is said waits for it; nobody else waits with it.
        try await ready()
        let lane = lanes[Int(address.utf8.reduce(UInt64(0)) { $0 &* 31 &+ UInt64($1) } % UInt64(lanes.count))]
        try await lane.enter()
        defer { lane.leave() }
        if let known = await known(address, at: host.place) { return known }
        if let reason = absence(of: host.place) { return .failed(reason) }
        do {
            let outcome = try await made(of: attachment, most: most, able, host)
            await note(outcome, of: address, at: host.place)
            return outcome
        } catch let trouble as FileTransferError {
            logger.warning(
                "A file was not carried", metadata: ["files.place": "\(host.place)", "files.error": "\(trouble)"])
            // What is not there now is asked for again with the next message that has it.
            if trouble.isLasting { await note(.failed("\(trouble)"), of: address, at: host.place) }
            return .failed("\(trouble)")
        }
    }

    private func made(
        of attachment: Attachment, most: Int, _ sources: [any FileSource], _ host: any FileHost
    ) async throws -> FileCopy.Outcome {
        var file = try await trying(for: Self.longestFetch) {
            try await self.fetch(attachment.url, most: most, sources)
        }
        file.name = FileNameSanitizer.name(attachment.filename)
        file.mediaType = FileNameSanitizer.mediaType(attachment.mediaType) ?? file.mediaType
        let address: String
        do {
            address = try await trying(for: Self.longestStay) { [file] in try await host.host(file) }
        } catch let FileTransferError.unavailable(reason, retryAfter) {
            away.withLock { $0[host.place] = (time.uptime + Self.absence, reason) }
            throw FileTransferError.unavailable(reason, retryAfter: retryAfter)
        }
        logger.debug("A file was carried", metadata: ["files.place": "\(host.place)", "files.bytes": "\(file.bytes.count)"])
        return .made(address: address, mediaType: file.mediaType, sizeInBytes: file.bytes.count)
    }

    /// From the first that has it. Several servers of one network may know different parts of it.
    private func fetch(_ address: String, most: Int, _ sources: [any FileSource]) async throws -> TransferredFile {
        var first: FileTransferError?
        for source in sources {
            do {
                return try await source.fetch(address, most: most)
            } catch let trouble as FileTransferError {
                if case .unavailable = trouble { first = trouble } else { first = first ?? trouble }
            }
        }
        throw first ?? .refused("it cannot be fetched")
    }

    private func absence(of place: String) -> String? {
        away.withLock { $0[place] }.flatMap { $0.until > time.uptime ? $0.reason : nil }
    }

    private func trying<Value>(for longest: Duration, _ work: () async throws -> Value) async throws -> Value {
        let end = time.uptime + longest
        var tries = 0
        while true {
            do {
                return try await work()
            } catch let FileTransferError.unavailable(reason, retryAfter) {
                tries += 1
                let pause = min(max(retryAfter ?? .zero, Self.pause * tries), Self.longestPause)
                guard time.uptime + pause < end else {
                    throw FileTransferError.unavailable(reason, retryAfter: nil)
                }
                try await time.sleep(for: pause)
            }
        }
    }

    // A store that fails costs an upload, and no message.

    private func known(_ address: String, at place: String) async -> FileCopy.Outcome? {
        do {
            guard let copy = try await store.fileCopy(of: address, at: place) else { return nil }
            if case .failed = copy.outcome, abs(time.now.timeIntervalSince(copy.at)) > Self.failureLife { return nil }
            return copy.outcome
        } catch {
            logger.warning(
                "Nobody knows whether a file was carried before",
                metadata: ["files.error": "\(StorageErrorDescription.words(for: error))"])
            return nil
        }
    }

    private func note(_ outcome: FileCopy.Outcome, of address: String, at place: String) async {
        do {
            try await store.note(FileCopy(outcome, at: time.now), of: address, at: place)
        } catch {
            logger.warning(
                "A file may be carried again", metadata: ["files.error": "\(StorageErrorDescription.words(for: error))"])
        }
    }
}
