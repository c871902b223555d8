import BotKit
import Foundation
import MezonModel
import MezonSession
import MezonWire
import Persistence
import SendPipeline
import SwiftProtobuf
import Synchronization

/// Brings what the house has on its shelf to where Mezon's clients look for attachments, just before a draft leaves.
///
/// A try that fails after an upload finds it here again; after a kill it is uploaded once more, which nobody sees: the message
/// itself is told from its copies by its words and the number of its attachments.
final class Uploader: Sendable {
    private static let mostRemembered = 1000

    private let client: SessionClient
    private let shelf: BlobShelf
    /// What stands before an uploaded file's name.
    private let media: String
    private let uploaded = Mutex<[Attachment: String]>([:])

    init(client: SessionClient, shelf: BlobShelf, media: String) {
        self.client = client
        self.shelf = shelf
        self.media = media
    }

    /// - Throws: `SendError`.
    func carried(_ outgoing: Outgoing) async throws -> Outgoing {
        guard var draft = outgoing.draft, draft.attachments.contains(where: { $0.shelved != nil }) else { return outgoing }
        for (index, attachment) in draft.attachments.enumerated() {
            guard let name = attachment.shelved else { continue }
            draft.attachments[index].url = try await place(of: attachment, named: name)
        }
        var outgoing = outgoing
        outgoing.draft = draft
        return outgoing
    }

    private func place(of attachment: Attachment, named name: String) async throws -> String {
        if let known = uploaded.withLock({ $0[attachment] }) { return known }
        do {
            let bytes = try shelf.bytes(named: name)
            let request = ApiUploadAttachmentRequest.with {
                $0.filename = attachment.filename
                $0.filetype = attachment.mediaType
                $0.size = Int32(clamping: bytes.count)
            }
            let announced: ApiUploadAttachment = try await client.call(.uploadAttachmentFile, request)
            try await client.put([UInt8](bytes), to: announced.url, as: attachment.mediaType)
            let place = media + announced.filename
            uploaded.withLock { known in
                if known.count >= Self.mostRemembered { known = [:] }
                known[attachment] = place
            }
            return place
        } catch let error as SessionError {
            throw error.mayPass
                ? SendError.unavailable("an attachment could not be uploaded: \(error)", retryAfter: nil)
                : SendError.refused(code: 0, "an attachment could not be uploaded: \(error)")
        } catch let error as StorageError {
            throw SendError.refused(code: 0, "an attachment is gone: \(error)")
        }
    }
}
