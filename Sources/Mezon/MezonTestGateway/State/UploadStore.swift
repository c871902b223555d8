import ChatModel

/// Attachments in memory: announced by an RPC, uploaded by HTTP, and read by name.
struct UploadStore {
    private let maxBytes: Int
    private let total: Int
    private var order: [String] = []
    private var items: [String: Upload] = [:]
    private var sizeInBytes = 0

    struct Upload: Equatable {
        /// The key in the upload address, so that only its receiver can upload.
        var key: Secret
        var mediaType: String
        /// The uploaded bytes; `nil` before the upload.
        var bytes: [UInt8]?
    }

    init(maxBytes: Int, total: Int) {
        self.maxBytes = maxBytes
        self.total = total
    }

    /// - Throws: `GatewayRequestError` for a size above the limit.
    mutating func announce(_ name: String, mediaType: String, size: Int, key: Secret) throws(GatewayRequestError) {
        guard (0...maxBytes).contains(size) else {
            throw GatewayRequestError.invalid("an attachment has at most \(maxBytes) bytes")
        }
        items[name] = Upload(key: key, mediaType: mediaType, bytes: nil)
        order.append(name)
        if order.count > 1000 { dropOldest() }
    }

    mutating func put(_ bytes: [UInt8], as name: String, key: String) throws(GatewayRequestError) {
        guard var item = items[name], item.key == Secret(key) else { throw GatewayRequestError.notFound }
        guard item.bytes == nil else { throw GatewayRequestError.exists("the attachment was already uploaded") }
        guard bytes.count <= maxBytes else { throw GatewayRequestError.invalid("an attachment has at most \(maxBytes) bytes") }
        item.bytes = bytes
        items[name] = item
        sizeInBytes += bytes.count
        while sizeInBytes > total { dropOldest() }
    }

    func upload(_ name: String) -> Upload? { items[name].flatMap { $0.bytes == nil ? nil : $0 } }

    private mutating func dropOldest() {
        guard !order.isEmpty, let removed = items.removeValue(forKey: order.removeFirst()) else { return }
        sizeInBytes -= removed.bytes?.count ?? 0
    }
}
