/// The remaining content of an entry after its texts are removed.
package struct Redaction: Sendable, Hashable {
    package var sequence: Int64
    /// The remaining frame; nil leaves it unchanged.
    package var frame: [UInt8]?
    /// The remaining request payloads by delivery id. A delivery that is still open is given up.
    package var payloads: [Int64: [UInt8]]
    /// A Boolean value that indicates whether the bots' recorded inputs for the entry are removed too.
    package var emptiesRecords: Bool
    package var why: RedactionReason

    package init(
        _ sequence: Int64, frame: [UInt8]? = nil, payloads: [Int64: [UInt8]] = [:], emptiesRecords: Bool = false,
        why: RedactionReason
    ) {
        self.sequence = sequence
        self.frame = frame
        self.payloads = payloads
        self.emptiesRecords = emptiesRecords
        self.why = why
    }
}
