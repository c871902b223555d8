import ChatModel
import ConnectorKit

extension Attachment {
    /// The event fields of a file; nil if the file is not stored on Matrix.
    ///
    /// The event's `body` is the caption, or the file name if there is no caption.
    var matrixFields: [String: JSONValue]? {
        guard let address = MatrixFileAddress(url) else { return nil }
        let type = FileNameSanitizer.mediaType(mediaType) ?? FileNameSanitizer.bytes
        var fields: [String: JSONValue] = ["mimetype": .string(type)]
        if sizeInBytes > 0 { fields["size"] = .integer(Int64(sizeInBytes)) }
        if width > 0, height > 0 {
            fields["w"] = .integer(Int64(width))
            fields["h"] = .integer(Int64(height))
        }
        let tree = type.prefix { $0 != "/" }
        return [
            "msgtype": .string(["image", "video", "audio"].contains(tree) ? "m.\(tree)" : "m.file"),
            "url": .string("\(address)"), "filename": .string(FileNameSanitizer.name(filename)), "info": .object(fields),
        ]
    }
}
