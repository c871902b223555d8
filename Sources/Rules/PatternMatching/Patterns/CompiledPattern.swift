import CRE2

/// A compiled RE2 pattern.
///
/// The conformance to `Sendable` is unchecked: RE2 patterns may be matched from several threads at once, and are not changed
/// after their creation.
final class CompiledPattern: @unchecked Sendable {
    struct CompileError: Error { let message: String }

    private let pattern: OpaquePointer

    /// The memory limit in bytes, sufficient for every pattern of `Pattern.maxBytes` without nested repetitions.
    private static let memory: Int64 = 4 << 20

    init(_ text: String, isCaseSensitive: Bool) throws(CompileError) {
        var error = [CChar](repeating: 0, count: 200)
        let utf8 = Array(text.utf8CString)
        guard let made = cre2_pattern_new(utf8, utf8.count - 1, isCaseSensitive, Self.memory, &error, error.count) else {
            let message = error.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw CompileError(message: String(decoding: message, as: UTF8.self))
        }
        pattern = made
    }

    deinit { cre2_pattern_free(pattern) }

    /// Returns the byte range of a group of the first match. A match that runs out of memory counts as no match.
    func find(in bytes: [UInt8], group: Int) -> Range<Int>? {
        var start = 0
        var end = 0
        let result = bytes.withUnsafeBytes {
            cre2_pattern_find(pattern, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count, Int32(group), &start, &end)
        }
        return result == 1 && start <= end && end <= bytes.count ? start..<end : nil
    }
}
