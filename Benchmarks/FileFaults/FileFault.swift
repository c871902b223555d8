/// The operations on the files of a directory that fail, and for how long.
enum FileFault: UInt64, CaseIterable {
    case error, fullOnce, shortWrite, errors, fullForATime, syncError, readErrors, errorsForATime

    /// The value of `failing_kind`.
    var kind: UInt64 {
        switch self {
        case .error, .errors, .errorsForATime: 1
        case .fullOnce, .fullForATime: 2
        case .shortWrite: 3
        case .syncError: 4
        case .readErrors: 5
        }
    }

    /// The number of operations that fail.
    var count: UInt64 {
        switch self {
        case .error, .fullOnce, .syncError: 1
        case .shortWrite: 6
        case .errors: 20
        case .readErrors: 10
        case .fullForATime, .errorsForATime: UInt64(UInt32.max)
        }
    }

    /// The time after which the fault is withdrawn; nil for one that ends with its last operation.
    var duration: Duration? {
        switch self {
        case .fullForATime, .errorsForATime: .milliseconds(250)
        default: nil
        }
    }
}
