/// A reference to a row of the outbox.
package struct DeliveryReference: Hashable, Sendable, Codable {
    /// The id with which the row was written. A row that is sent again later gets another one.
    package var originalID: Int64
    /// The journal entry that caused the delivery.
    package var cause: Int64

    package init(_ originalID: Int64, of cause: Int64) {
        self.originalID = originalID
        self.cause = cause
    }
}
