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

    /// The number of groups of a match that can be read, with group 0, the whole match.
    private static let maxGroups = Int(CRE2_MAX_GROUPS)

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
    func find(in bytes: [UInt8], group: Int) -> Range<Int>? { groups(in: bytes, from: 0, count: group + 1)?[group] }

    /// Returns the byte ranges of the groups of the first match that begins at a position or later; `nil` for a group that is not
    /// part of it.
    ///
    /// - Parameter count: The number of groups, with group 0, the whole match.
    func groups(in bytes: [UInt8], from start: Int, count: Int) -> [Range<Int>?]? {
        guard (1...Self.maxGroups).contains(count), (0...bytes.count).contains(start) else { return nil }
        return withUnsafeTemporaryAllocation(of: Int.self, capacity: 2 * count) { offsets in
            offsets.initialize(repeating: -1)
            let result = bytes.withUnsafeBytes { text in
                cre2_pattern_find(
                    pattern, text.baseAddress?.assumingMemoryBound(to: CChar.self), text.count, start, Int32(count),
                    offsets.baseAddress, offsets.baseAddress.map { $0 + count })
            }
            guard result == 1 else { return nil }
            return (0..<count).map { group in
                let (start, end) = (offsets[group], offsets[count + group])
                return start >= 0 && start <= end && end <= bytes.count ? start..<end : nil
            }
        }
    }
}
