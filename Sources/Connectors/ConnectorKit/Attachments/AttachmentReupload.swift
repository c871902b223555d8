import BotKit
package import ChatModel
import Storage

/// Copies the attachments of a message to a host from which its readers can open them. A file that cannot be copied is mentioned in the text,
/// so that the message is sent in either case.
package struct AttachmentReupload: DeliveryMiddleware {
    /// The kind of destination, by the files that it can show.
    package enum Destination: Sendable {
        /// Mezon, which loads files from the web. Files that bots attach are uploaded separately.
        case mezon
        /// A network that stores files itself and shows one with each message; it shows others by their URLs.
        case storing
        /// A network that shows URLs only.
        case linking
    }

    private static let limit = 10  // For each message; more would delay its delivery too long.
    /// A further file would be a separate message, which edits and deletions of the first would not reach.
    private static let maxStoredFiles = 1

    package let name = "files"
    private let destination: Destination
    private let host: any FileHost
    private let transfer: AttachmentTransfer
    private let ready: @Sendable () async throws -> Void

    /// - Parameters:
    ///   - host: The file storage of the destination.
    ///   - ready: Returns once files can be uploaded.
    package init(
        _ destination: Destination, at host: any FileHost, by transfer: AttachmentTransfer,
        once ready: @escaping @Sendable () async throws -> Void
    ) {
        self.destination = destination
        self.host = host
        self.transfer = transfer
        self.ready = ready
    }

    package func ignores(_ outgoing: ResolvedAction) -> Bool { outgoing.draft?.attachments.isEmpty ?? true }

    package func prepare(_ outgoing: ResolvedAction, of cause: Int64) async throws -> ResolvedAction {
        guard var draft = outgoing.draft, draft.attachments.contains(where: needsCopy) else { return outgoing }
        var shown: [Attachment] = []
        var count = 0
        var limit = Self.limit
        if case .storing = destination {
            // Files that are already on Matrix count too.
            limit = Self.maxStoredFiles
            count = draft.attachments.count { AttachmentURL.isMatrix($0.url) }
        }
        for attachment in draft.attachments {
            guard needsCopy(attachment) else {
                shown.append(attachment)
                continue
            }
            count += 1
            let outcome =
                count > limit
                ? .failed("too many attachments") : try await transfer.transfer(attachment, to: host, whenReady: ready)
            switch outcome {
            case .made(let address, let mediaType, let size):
                var copy = attachment
                copy.url = address
                copy.filename = FileNameSanitizer.name(attachment.filename)
                copy.mediaType = FileNameSanitizer.mediaType(attachment.mediaType) ?? mediaType
                copy.sizeInBytes = size
                shown.append(copy)
            case .failed(let reason): draft.content.append(attachment, reason: reason)
            }
        }
        draft.attachments = shown
        var outgoing = outgoing
        outgoing.draft = draft
        return outgoing
    }

    private func needsCopy(_ attachment: Attachment) -> Bool {
        switch destination {
        case .mezon: AttachmentURL.isMatrix(attachment.url)
        case .storing: AttachmentURL.isWeb(attachment.url) || AttachmentURL.isLocal(attachment.url)
        case .linking: AttachmentURL.isMatrix(attachment.url) || AttachmentURL.isLocal(attachment.url)
        }
    }
}

extension Content {
    /// Adds a line about a file that is not shown: its name, its size, and its URL or the reason.
    fileprivate mutating func append(_ attachment: Attachment, reason: String) {
        let size = attachment.sizeInBytes > 0 ? " (\(FileSize.text(attachment.sizeInBytes)))" : ""
        let isWeb = AttachmentURL.isWeb(attachment.url) && attachment.url.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        let prefix = AttachmentURL.isMatrix(attachment.url) ? "not transferred from Matrix: " : "not transferred: "
        text += (text.isEmpty ? "" : "\n") + "📎 \(FileNameSanitizer.name(attachment.filename))\(size): "
        guard isWeb else {
            text += prefix + reason
            return
        }
        let start = text.utf16.count
        text += attachment.url
        markup.append(Markup("lk", TextRange(start, text.utf16.count)))
    }
}
