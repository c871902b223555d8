import NIOWebSocket

#if canImport(Glibc)
    import Glibc
#endif

/// The masking keys of one connection, unpredictable as RFC 6455 §5.3 requires. They are drawn from the system in batches, because one
/// system call per frame was a measurable part of sending.
struct MaskSource {
    private var pool: [UInt8] = []
    private var position = 0

    mutating func next() -> WebSocketMaskingKey {
        if position >= pool.count { refill() }
        defer { position += 4 }
        return WebSocketMaskingKey(pool[position..<(position + 4)]) ?? .random()
    }

    private mutating func refill() {
        pool = [UInt8](repeating: 0, count: 256)  // The maximum for one call.
        position = 0
        let isFilled = pool.withUnsafeMutableBytes { $0.baseAddress.map { getentropy($0, 256) } } == 0
        guard !isFilled else { return }
        var system = SystemRandomNumberGenerator()
        pool = pool.map { _ in UInt8.random(in: .min ... .max, using: &system) }
    }
}
