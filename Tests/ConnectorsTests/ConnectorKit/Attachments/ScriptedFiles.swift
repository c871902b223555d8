import Synchronization

@testable import ConnectorKit

/// A file source and host that follows a script and counts requests.
final class ScriptedFiles: FileSource, FileHost {
    private struct State {
        var fetched: [String] = []
        var hosted: [TransferredFile] = []
        var troubles: [FileTransferError]
    }

    let limit: Int
    let place: String
    private let prefix: String
    private let file: TransferredFile
    private let state: Mutex<State>

    /// - Parameter troubles: The errors of the first requests, in order.
    init(
        _ prefix: String = "mxc://", place: String = "https://files.example/", most: Int = 1000,
        troubles: [FileTransferError] = [],
        file: TransferredFile = TransferredFile(name: "", mediaType: "image/png", bytes: [1, 2, 3])
    ) {
        self.prefix = prefix
        self.place = place
        self.limit = most
        self.file = file
        state = Mutex(State(troubles: troubles))
    }

    var fetched: [String] { state.withLock { $0.fetched } }
    var hosted: [TransferredFile] { state.withLock { $0.hosted } }

    func canRead(_ address: String) -> Bool { address.hasPrefix(prefix) }

    func fetch(_ address: String, most: Int) async throws -> TransferredFile {
        try state.withLock { state in
            state.fetched.append(address)
            if !state.troubles.isEmpty { throw state.troubles.removeFirst() }
        }
        guard file.bytes.count <= most else { throw FileTransferError.tooLarge(limitInBytes: most) }
        return file
    }

    func host(_ file: TransferredFile) async throws -> String {
        try state.withLock { state in
            if !state.troubles.isEmpty { throw state.troubles.removeFirst() }
            state.hosted.append(file)
            return "\(place)\(state.hosted.count)"
        }
    }
}
