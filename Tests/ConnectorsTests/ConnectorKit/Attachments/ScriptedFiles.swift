import Synchronization

@testable import ConnectorKit

/// A file source and host that follows a script and counts requests.
final class ScriptedFiles: FileSource, FileHost {
    private struct State {
        var fetched: [String] = []
        var hosted: [TransferredFile] = []
        var errors: [FileTransferError]
    }

    let limit: Int
    let baseURL: String
    private let prefix: String
    private let file: TransferredFile
    private let state: Mutex<State>

    /// - Parameter errors: the errors of the first requests, in order.
    init(
        _ prefix: String = "mxc://", baseURL: String = "https://files.example/", most: Int = 1000,
        errors: [FileTransferError] = [],
        file: TransferredFile = TransferredFile(name: "", mediaType: "image/png", bytes: [1, 2, 3])
    ) {
        self.prefix = prefix
        self.baseURL = baseURL
        self.limit = most
        self.file = file
        state = Mutex(State(errors: errors))
    }

    var fetched: [String] { state.withLock { $0.fetched } }
    var hosted: [TransferredFile] { state.withLock { $0.hosted } }

    func canRead(_ address: String) -> Bool { address.hasPrefix(prefix) }

    func fetch(_ address: String, maxBytes: Int) async throws -> TransferredFile {
        try state.withLock { state in
            state.fetched.append(address)
            if !state.errors.isEmpty { throw state.errors.removeFirst() }
        }
        guard file.bytes.count <= maxBytes else { throw FileTransferError.tooLarge(limitInBytes: maxBytes) }
        return file
    }

    func host(_ file: TransferredFile) async throws -> String {
        try state.withLock { state in
            if !state.errors.isEmpty { throw state.errors.removeFirst() }
            state.hosted.append(file)
            return "\(baseURL)\(state.hosted.count)"
        }
    }
}
