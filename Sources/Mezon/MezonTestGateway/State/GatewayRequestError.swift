/// A refused request: a gRPC status with its text, and the code of the `error` envelope (Documentation/Protocol.md §2.4).
struct GatewayRequestError: Error, Hashable {
    var status: UInt16
    var errorCode: Int32
    var message: String

    init(status: UInt16, errorCode: Int32 = 7, message: String) {
        self.status = status
        self.errorCode = errorCode
        self.message = message
    }

    static let permissionDenied = GatewayRequestError(status: 7, message: "permission denied")
    static let channelPermissionDenied = GatewayRequestError(status: 7, message: "channel permission denied")
    static let clanNotFound = GatewayRequestError(status: 5, message: "clan not found")
    static let channelNotFound = GatewayRequestError(status: 5, message: "channel not found")
    static let notFound = GatewayRequestError(status: 5, message: "requested resource not found")
    static let mustJoin = GatewayRequestError(status: 3, errorCode: 3, message: "Must join channel before sending messages")
    static let unrecognized = GatewayRequestError(status: 12, errorCode: 1, message: "Unrecognized message.")
    static let missingPayload = GatewayRequestError(status: 3, errorCode: 2, message: "Missing message.")
    static let unimplemented = GatewayRequestError(status: 12, message: "unimplemented")
    static let unauthenticated = GatewayRequestError(status: 16, message: "invalid authentication token")

    static func invalid(_ message: String) -> GatewayRequestError {
        GatewayRequestError(status: 3, errorCode: 3, message: message)
    }
    static func exists(_ message: String) -> GatewayRequestError { GatewayRequestError(status: 6, message: message) }
    static func exhausted(_ message: String) -> GatewayRequestError { GatewayRequestError(status: 8, message: message) }

    /// The HTTP status that corresponds to the gRPC status.
    var httpStatus: Int {
        switch status {
        case 3, 11: 400
        case 5: 404
        case 6: 409
        case 7: 403
        case 8: 429
        case 12: 501
        case 16: 401
        default: 500
        }
    }
}
