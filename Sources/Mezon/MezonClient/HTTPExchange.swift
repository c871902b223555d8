/// A request as plain values, so that tests can compare it without sending it.
struct SessionHTTPRequest: Equatable, Sendable {
    var url: String
    var headers: [String: String]
    var body: [UInt8]
    var method = "POST"
}

struct SessionHTTPResponse: Equatable, Sendable {
    var status: Int
    var body: [UInt8]
    /// The value of the `Date` header.
    var date: String?

    var isSuccess: Bool { (200..<300).contains(status) }
}
