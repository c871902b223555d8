import BotConfiguration
import ChatModel
import ConnectorKit
import Foundation
import MezonClient
import MezonProtocol
import SwiftProtobuf

/// Mezon's public file host for attachments.
struct MezonFileHost: FileHost {
    let client: SessionClient
    /// The URL prefix of an uploaded file's name.
    let baseURL: String
    let limit = FileSettings.standard.maxBytes

    func host(_ file: TransferredFile) async throws -> String {
        do {
            let request = ApiUploadAttachmentRequest.with {
                $0.filename = file.name
                $0.filetype = file.mediaType
                $0.size = Int32(clamping: file.bytes.count)
            }
            let upload: ApiUploadAttachment = try await client.call(.uploadAttachmentFile, request)
            try await client.put(file.bytes, to: upload.url, as: file.mediaType)
            return baseURL + upload.filename
        } catch let error as SessionError {
            throw error.isTemporary ? FileTransferError.unavailable("\(error)", retryAfter: nil) : .refused("\(error)")
        }
    }
}
