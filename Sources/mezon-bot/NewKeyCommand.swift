import ArgumentParser
import Foundation
import MezonModel

#if canImport(Glibc)
    import Glibc
#endif

/// Generates an encryption key.
struct NewKeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Make a key for a sealed store.",
        discussion: """
            Without a file it is printed. In the configuration stands where it is, under store: { seal: { key: "${file:seal.key}" } }. \
            Keep a copy apart from the data: what is sealed cannot be read without it.
            """)

    @Argument(help: "A new file, which only you may read.")
    var file: String?

    func run() throws {
        var random = SystemRandomNumberGenerator()
        let text = EncryptionKey.text(using: &random).reveal() + "\n"
        guard let file else { return print(text, terminator: "") }
        let handle = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard handle >= 0 else {
            let reason = errno == EEXIST ? "it is there already; a key in use must not be lost" : String(cString: strerror(errno))
            throw CommandError(.failed, "\(file) cannot be made: \(reason)")
        }
        defer { close(handle) }
        do {
            try FileHandle(fileDescriptor: handle, closeOnDealloc: false).write(contentsOf: Data(text.utf8))
        } catch {
            throw CommandError(.failed, "\(file) cannot be written: \(error.localizedDescription)")
        }
        print("The key is in \(file). Keep a copy apart from the data: what is sealed cannot be read without it.")
    }
}
