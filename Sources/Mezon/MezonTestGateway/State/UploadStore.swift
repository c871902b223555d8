import ChatModel

/// Attachments kept in memory: announced by an RPC, put by HTTP, read back under their name.
struct UploadStore {
    private let each: Int
    private let inAll: Int
    private var order: [String] = []
    private var items: [String: Upload] = [:]
    private var sizeInBytes = 0

    struct Upload: Equatable {
        /// The key in the upload address, so that only its receiver can upload.
        var key: Secret
        var mediaType: String
        /// `nil` until they were put.
        var bytes: [UInt8]?
    }

    init(each: Int, inAll: Int) {
        self.each = each
        self.inAll = inAll
    }

    /// - Throws: `GatewayRequestError` for a size past the limit.
    mutating func announce(_ name: String, mediaType: String, size: Int, key: Secret) throws(GatewayRequestError) {
        guard (0...each).contains(size) else { throw GatewayRequestError.invalid("an attachment has at most \(each) bytes") }
        items[name] = Upload(key: key, mediaType: mediaType, bytes: nil)
        order.append(name)
        if order.count > 1000 { dropOldest() }
    }

    mutating func put(_ bytes: [UInt8], as name: String, key: String) throws(GatewayRequestError) {
        guard var item = items[name], item.key == Secret(key) else { throw GatewayRequestError.notFound }
        guard item.bytes == nil else { throw GatewayRequestError.exists("the attachment was put before") }
        guard bytes.count <= each else { throw GatewayRequestError.invalid("an attachment has at most \(each) bytes") }
        item.bytes = bytes
        items[name] = item
        sizeInBytes += bytes.count
        while sizeInBytes > inAll { dropOldest() }
    }

    func upload(_ name: String) -> Upload? { items[name].flatMap { $0.bytes == nil ? nil : $0 } }

    private mutating func dropOldest() {
        guard !order.isEmpty, let gone = items.removeValue(forKey: order.removeFirst()) else { return }
        sizeInBytes -= gone.bytes?.count ?? 0
    }
}
