import Foundation

#if canImport(Glibc)
    @preconcurrency import Glibc
#endif

/// The file through which the library in `Benchmarks/FailingFiles` is told what fails.
final class FileFaultControl {
    /// The places of the numbers of `struct failing_files`.
    private enum Field: Int, CaseIterable { case operations, failures, kind, first, remaining, milliseconds }

    enum Failure: Error, CustomStringConvertible {
        case noLibrary(String)
        case unusable(String)
        var description: String {
            switch self {
            case .noLibrary(let path): "\(path) is missing; build the product failing-files of the package"
            case .unusable(let path): "\(path) cannot be read or written"
            }
        }
    }

    /// The environment of a program whose files fail.
    let environment: [String: String]
    /// The list of the failed operations.
    let log: URL
    private let path: String
    private let file: Int32

    init(for folder: String, in parent: URL) throws {
        let library = ChildProcess.path(of: "libfailing-files.so")
        guard FileManager.default.fileExists(atPath: library) else { throw Failure.noLibrary(library) }
        path = parent.appending(path: "faults").path
        log = parent.appending(path: "failed-operations")
        environment = [
            "LD_PRELOAD": library, "FAILING_FILES_FOLDER": folder, "FAILING_FILES_CONTROL": path, "FAILING_FILES_LOG": log.path,
        ]
        file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Failure.unusable(path) }
        try reset()
    }

    deinit { close(file) }

    /// Forgets the operations of an ended program, and its fault.
    func reset() throws { for field in Field.allCases { try set(field, 0) } }

    var operations: UInt64 { get throws { try number(.operations) } }
    var failures: UInt64 { get throws { try number(.failures) } }
    /// A Boolean value that indicates whether a fault has begun or will begin.
    var isOrdered: Bool { get throws { try number(.remaining) > 0 } }

    /// Orders a fault.
    ///
    /// - Parameter operation: The number of the first operation that may fail, counted from now.
    func order(_ fault: FileFault, at operation: UInt64) throws {
        try set(.kind, fault.kind)
        try set(.first, try operations + operation)
        try set(.remaining, fault.count)
    }

    /// Ends a fault.
    func withdraw() throws { try set(.remaining, 0) }

    /// Lets each sync take longer by a time.
    func delaySyncs(milliseconds: UInt64) throws { try set(.milliseconds, milliseconds) }

    private func number(_ field: Field) throws -> UInt64 {
        var value: UInt64 = 0
        guard pread(file, &value, 8, off_t(8 * field.rawValue)) == 8 else { throw Failure.unusable(path) }
        return value
    }

    private func set(_ field: Field, _ value: UInt64) throws {
        var value = value
        guard pwrite(file, &value, 8, off_t(8 * field.rawValue)) == 8 else { throw Failure.unusable(path) }
    }
}
