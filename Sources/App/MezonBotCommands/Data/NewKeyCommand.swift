import ArgumentParser
import ChatModel
import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// Generates an encryption key.
struct NewKeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new-key", abstract: "Generate an encryption key.",
        discussion: """
            Prints the key if no file is given. Reference the file in the configuration: \
            store: { encryption: { key: "${file:encryption.key}" } }. Keep a copy apart from the data: without the key the data is lost. \
            Exit codes: 0 success, 1 failure.
            """)

    @Argument(help: "New file for the key, readable by its owner only (default: standard output)", completion: .file())
    var file: String?

    func run() throws {
        var random = SystemRandomNumberGenerator()
        let text = EncryptionKey.text(using: &random).reveal() + "\n"
        guard let file else { return print(text, terminator: "") }
        let handle = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard handle >= 0 else {
            let reason = errno == EEXIST ? "the file exists and may hold a key in use" : String(cString: strerror(errno))
            throw CommandError(.failed, "cannot create \(file): \(reason)")
        }
        defer { close(handle) }
        do {
            try FileHandle(fileDescriptor: handle, closeOnDealloc: false).write(contentsOf: Data(text.utf8))
        } catch {
            throw CommandError(.failed, "cannot write \(file): \(FileErrorDescription.words(for: error))")
        }
        print("The key was written to \(file). Keep a copy apart from the data: without the key the data is lost.")
    }
}
