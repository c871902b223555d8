/// What is left of an entry once its texts are taken out.
package struct Redaction: Sendable, Hashable {
    package var sequence: Int64
    /// Nil leaves it as it is.
    package var frame: [UInt8]?
    /// What is left of requests, by the numbers of their deliveries. One that is still open is given up.
    package var payloads: [Int64: [UInt8]]
    /// Whether what bots were given about it goes too.
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
