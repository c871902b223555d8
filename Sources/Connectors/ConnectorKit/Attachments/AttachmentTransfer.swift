import AsyncSupport
import BotKit
package import ChatModel
import Foundation
package import Logging
package import Storage
import Synchronization

/// Copies files between networks, each file once per destination, and records the outcome.
package final class AttachmentTransfer: Sendable {
    // Limits for one file, because the messages of a channel wait for it.
    private static let maxFetchTime = Duration.seconds(10)
    private static let maxUploadTime = Duration.seconds(30)
    /// The time for which a destination counts as unavailable after an upload failed.
    private static let unavailableFor = Duration.seconds(60)
    private static let pause = Duration.seconds(2)
    private static let maxPause = Duration.seconds(20)
    /// The lifetime of a recorded failure; after it the file is requested again.
    private static let failureLife: TimeInterval = 3600

    private let sources: [any FileSource]
    private let store: Store
    private let time: any TimeSource
    private let logger: Logger
    /// A file is held in memory during its transfer, so their number is limited. Transfers of the same file share a semaphore, so that the
    /// second one finds the recorded outcome.
    private let semaphores = (0..<4).map { _ in AsyncSemaphore() }
    /// The destinations that count as unavailable: until when, and why.
    private let unavailableHosts = Mutex<[String: (until: Duration, reason: String)]>([:])

    package init(from sources: [any FileSource], store: Store, time: any TimeSource, logger: Logger) {
        self.sources = sources
        self.store = store
        self.time = time
        self.logger = logger
    }

    /// Copies an attachment to another host, or returns the recorded outcome.
    ///
    /// - Parameter ready: Returns once files can be uploaded to the host.
    /// - Throws: `CancellationError`.
    package func transfer(
        _ attachment: Attachment, to host: any FileHost, whenReady ready: @Sendable () async throws -> Void
    ) async throws -> FileCopy.Outcome {
        let address = attachment.url
        let readers = sources.filter { $0.canRead(address) }
        guard let limit = readers.map(\.limit).max().map({ min($0, host.limit) }) else {
            return .failed("the file cannot be fetched")
        }
        guard attachment.sizeInBytes <= limit else { return .failed("\(FileTransferError.tooLarge(limitInBytes: limit))") }
        // Before a semaphore is entered: while a network is unavailable, only its own messages wait.
        try await ready()
        let semaphore = semaphores[Int(address.utf8.reduce(UInt64(0)) { $0 &* 31 &+ UInt64($1) } % UInt64(semaphores.count))]
        try await semaphore.acquire()
        defer { semaphore.release() }
        if let known = await known(address, at: host.baseURL) { return known }
        if let reason = unavailability(of: host.baseURL) { return .failed(reason) }
        do {
            let outcome = try await copy(attachment, maxBytes: limit, from: readers, to: host)
            await record(outcome, of: address, at: host.baseURL)
            return outcome
        } catch let error as FileTransferError {
            logger.warning(
                "File transfer failed", metadata: ["files.destination": "\(host.baseURL)", "files.error": "\(error)"])
            // A temporary failure is not recorded, so the next message with the file tries again.
            if error.isLasting { await record(.failed("\(error)"), of: address, at: host.baseURL) }
            return .failed("\(error)")
        }
    }

    private func copy(
        _ attachment: Attachment, maxBytes: Int, from sources: [any FileSource], to host: any FileHost
    ) async throws -> FileCopy.Outcome {
        var file = try await retrying(for: Self.maxFetchTime) {
            try await self.fetch(attachment.url, maxBytes: maxBytes, from: sources)
        }
        file.name = FileNameSanitizer.name(attachment.filename)
        file.mediaType = FileNameSanitizer.mediaType(attachment.mediaType) ?? file.mediaType
        let address: String
        do {
            address = try await retrying(for: Self.maxUploadTime) { [file] in try await host.host(file) }
        } catch let FileTransferError.unavailable(reason, retryAfter) {
            unavailableHosts.withLock { $0[host.baseURL] = (time.uptime + Self.unavailableFor, reason) }
            throw FileTransferError.unavailable(reason, retryAfter: retryAfter)
        }
        logger.debug(
            "File transferred", metadata: ["files.destination": "\(host.baseURL)", "files.bytes": "\(file.bytes.count)"])
        return .made(address: address, mediaType: file.mediaType, sizeInBytes: file.bytes.count)
    }

    /// Fetches a file from the first source that has it. Several servers of one network may know different files.
    private func fetch(_ address: String, maxBytes: Int, from sources: [any FileSource]) async throws -> TransferredFile {
        var first: FileTransferError?
        for source in sources {
            do {
                return try await source.fetch(address, maxBytes: maxBytes)
            } catch let error as FileTransferError {
                if case .unavailable = error { first = error } else { first = first ?? error }
            }
        }
        throw first ?? .refused("the file cannot be fetched")
    }

    private func unavailability(of host: String) -> String? {
        unavailableHosts.withLock { $0[host] }.flatMap { $0.until > time.uptime ? $0.reason : nil }
    }

    private func retrying<Value>(for limit: Duration, _ operation: () async throws -> Value) async throws -> Value {
        let end = time.uptime + limit
        var tries = 0
        while true {
            do {
                return try await operation()
            } catch let FileTransferError.unavailable(reason, retryAfter) {
                tries += 1
                let pause = min(max(retryAfter ?? .zero, Self.pause * tries), Self.maxPause)
                guard time.uptime + pause < end else {
                    throw FileTransferError.unavailable(reason, retryAfter: nil)
                }
                try await time.sleep(for: pause)
            }
        }
    }

    // A failing store may cost an upload, but never a message.

    private func known(_ address: String, at host: String) async -> FileCopy.Outcome? {
        do {
            guard let copy = try await store.copies.fileCopy(of: address, at: host) else { return nil }
            if case .failed = copy.outcome, abs(time.now.timeIntervalSince(copy.at)) > Self.failureLife { return nil }
            return copy.outcome
        } catch {
            logger.warning(
                "File transfer record could not be read",
                metadata: ["files.error": "\(StorageErrorDescription.words(for: error))"])
            return nil
        }
    }

    private func record(_ outcome: FileCopy.Outcome, of address: String, at host: String) async {
        do {
            try await store.copies.note(FileCopy(outcome, at: time.now), of: address, at: host)
        } catch {
            logger.warning(
                "File transfer record could not be stored",
                metadata: ["files.error": "\(StorageErrorDescription.words(for: error))"])
        }
    }
}
