import BotKit
import ChatModel
import ConnectorKit
import Foundation
import Storage

/// The stored attachments of bots, for transfer to other networks.
struct StoredFileSource: FileSource {
    let blobs: BlobStore
    let limit = BlobStore.maxBytes

    func canRead(_ address: String) -> Bool { address.hasPrefix(Attachment.localFilePrefix) }

    func fetch(_ address: String, maxBytes: Int) async throws -> TransferredFile {
        do {
            let bytes = try blobs.bytes(named: String(address.dropFirst(Attachment.localFilePrefix.count)))
            guard bytes.count <= maxBytes else { throw FileTransferError.tooLarge(limitInBytes: maxBytes) }
            return TransferredFile(name: "", mediaType: "application/octet-stream", bytes: [UInt8](bytes))
        } catch is StorageError {
            // The message is visible to others; storage details are for the operator only.
            throw FileTransferError.refused("the file is no longer stored")
        }
    }
}
