import NIOWebSocket

#if canImport(Glibc)
    import Glibc
#endif

/// The masking keys of one connection, unpredictable as RFC 6455 §5.3 requires. They are drawn from the system in batches, because one
/// system call per frame was a measurable part of sending.
struct MaskSource {
    private var numbers = Pool()

    mutating func next() -> WebSocketMaskingKey { .random(using: &numbers) }

    private struct Pool: RandomNumberGenerator {
        private var pool = [UInt64](repeating: 0, count: 32)  // 256 bytes, the maximum for one call.
        private var position = 32

        mutating func next() -> UInt64 {
            if position >= pool.count { refill() }
            defer { position += 1 }
            return pool[position]
        }

        private mutating func refill() {
            position = 0
            let isFilled = pool.withUnsafeMutableBytes { bytes in bytes.baseAddress.map { getentropy($0, bytes.count) } } == 0
            guard !isFilled else { return }
            var system = SystemRandomNumberGenerator()
            for index in pool.indices { pool[index] = system.next() }
        }
    }
}
