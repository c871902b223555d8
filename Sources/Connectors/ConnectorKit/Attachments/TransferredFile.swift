/// A complete file in transfer from one network to another.
package struct TransferredFile: Hashable, Sendable {
    package var name: String
    package var mediaType: String
    package var bytes: [UInt8]

    package init(name: String, mediaType: String, bytes: [UInt8]) {
        self.name = name
        self.mediaType = mediaType
        self.bytes = bytes
    }
}
