import Foundation
import MezonModel
import MezonSession
import MezonWire
import Relay
import SwiftProtobuf

/// Where Mezon's clients put what they attach, and where everybody can read it.
struct MezonFileHost: FileHost {
    let client: SessionClient
    /// What stands before an uploaded file's name.
    let place: String
    let most = MatrixFileHost.usualMost

    func host(_ file: TransferredFile) async throws -> String {
        do {
            let request = ApiUploadAttachmentRequest.with {
                $0.filename = file.name
                $0.filetype = file.mediaType
                $0.size = Int32(clamping: file.bytes.count)
            }
            let announced: ApiUploadAttachment = try await client.call(.uploadAttachmentFile, request)
            try await client.put(file.bytes, to: announced.url, as: file.mediaType)
            return place + announced.filename
        } catch let error as SessionError {
            throw error.mayPass ? FileTransferError.unavailable("\(error)", retryAfter: nil) : .refused("\(error)")
        }
    }
}
