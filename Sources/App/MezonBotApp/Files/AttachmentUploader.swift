import BotKit
import ChatModel
import ConnectorKit
import Delivery
import Storage
import Synchronization

/// Uploads stored attachments to Mezon's file host just before a message is sent.
///
/// A retry after a successful upload reuses it. After a kill the file is uploaded again, which is not visible: duplicates of a
/// message are detected by its text and the number of its attachments.
final class AttachmentUploader: Sendable {
    private static let maxRemembered = 1000

    private let files: MezonFileHost
    private let blobs: BlobStore
    private let uploaded = Mutex<[Attachment: String]>([:])

    init(files: MezonFileHost, blobs: BlobStore) {
        self.files = files
        self.blobs = blobs
    }

    /// - Throws: `SendError`.
    func withUploadedAttachments(_ outgoing: ResolvedAction) async throws -> ResolvedAction {
        guard var draft = outgoing.draft, draft.attachments.contains(where: { $0.localFileName != nil }) else { return outgoing }
        for (index, attachment) in draft.attachments.enumerated() {
            guard let name = attachment.localFileName else { continue }
            draft.attachments[index].url = try await url(of: attachment, named: name)
        }
        var outgoing = outgoing
        outgoing.draft = draft
        return outgoing
    }

    private func url(of attachment: Attachment, named name: String) async throws -> String {
        if let known = uploaded.withLock({ $0[attachment] }) { return known }
        do {
            let url = try await files.host(
                TransferredFile(
                    name: attachment.filename, mediaType: attachment.mediaType, bytes: [UInt8](try blobs.bytes(named: name))))
            uploaded.withLock { known in
                if known.count >= Self.maxRemembered { known = [:] }
                known[attachment] = url
            }
            return url
        } catch FileTransferError.unavailable(let reason, let retryAfter) {
            throw SendError.unavailable("an attachment could not be uploaded: \(reason)", retryAfter: retryAfter)
        } catch let error as FileTransferError {
            throw SendError.refused(code: 0, "an attachment could not be uploaded: \(error)")
        } catch let error as StorageError {
            throw SendError.refused(code: 0, "the file of an attachment is missing: \(error)")
        }
    }
}
