/// The remaining content of an entry after its texts are removed.
package struct Redaction: Sendable, Hashable {
    package var sequence: Int64
    /// The remaining frame; nil leaves it unchanged.
    package var frame: [UInt8]?
    /// The remaining request payloads by delivery id. A delivery that is still open is given up.
    package var payloads: [Int64: [UInt8]]
    /// A Boolean value that indicates whether the bots' recorded inputs for the entry are removed too.
    package var clearsBotRecords: Bool
    package var reason: RedactionReason

    package init(
        _ sequence: Int64, frame: [UInt8]? = nil, payloads: [Int64: [UInt8]] = [:], clearsBotRecords: Bool = false,
        reason: RedactionReason
    ) {
        self.sequence = sequence
        self.frame = frame
        self.payloads = payloads
        self.clearsBotRecords = clearsBotRecords
        self.reason = reason
    }
}
