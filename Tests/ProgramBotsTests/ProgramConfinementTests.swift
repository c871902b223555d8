import BotKit
import ChatModel
import Foundation
import Testing

@testable import BotTesting
@testable import ProgramBots

/// Tests what a confined program can reach, where this system permits confinement.
@Suite(.enabled(if: TestProgram.python != nil, Comment(rawValue: TestProgram.isMissing)))
struct ProgramConfinementTests {
    private static let confinement = ProgramConfinement.detect(path: ProcessInfo.processInfo.environment["PATH"] ?? "")

    private static let probe = """
        import json, os, socket, sys
        def can(act):
            try: return bool(act())
            except OSError: return False
        secret, port = sys.argv[1], int(sys.argv[2])
        print(json.dumps({"hello": 1, "summary": " ".join(str(int(can(act))) for act in [
            lambda: open(secret).read(), lambda: socket.create_connection(("127.0.0.1", port), 1), lambda: os.path.exists(f"/proc/{sys.argv[3]}/environ") and open(f"/proc/{sys.argv[3]}/environ").read(),
            lambda: os.system(f"umount {os.path.dirname(secret)} 2>/dev/null") == 0 and open(secret).read()])}), flush=True)
        sys.stdin.read()
        """

    private func reach(_ confinement: ProgramConfinement) throws -> String {
        let (store, folder) = (try TemporaryDirectory(), try TemporaryDirectory())
        try "secret".write(toFile: store.path + "/secret", atomically: true, encoding: .utf8)
        let program = try TestProgram.write(Self.probe, in: folder)
        let listener = try Listener()
        let launch = try ProgramLaunch(
            ["python3", program, store.path + "/secret", "\(listener.port)", "\(ProcessInfo.processInfo.processIdentifier)"],
            environment: [:], folder: folder.path, hidden: [store.path], confinement: confinement,
            inherited: ProcessInfo.processInfo.environment)
        return try Program("guest", launch, time: SystemTime()) { _ in }.hello.summary
    }

    @Test(.enabled(if: confinement.isInForce, Comment(rawValue: "\(confinement)")))
    func `a confined program reaches neither the store nor the network`() throws {
        let reached = try reach(Self.confinement).split(separator: " ")
        #expect(reached[0] == "0" && reached[1] == "0" && reached[3] == "0")
        if "\(Self.confinement)".contains("without network, other processes") { #expect(reached[2] == "0") }
    }

    @Test func `a program that is not confined reaches them, as the description says`() throws {
        #expect("\(ProgramConfinement.none("it is a test"))" == "not confined: it is a test")
        #expect(try reach(.none("it is a test")).hasPrefix("1 1 1"))
    }
}

/// A port of this machine that accepts connections.
private final class Listener {
    private let descriptor: Int32
    let port: UInt16

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 4) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        try #require(isBound)
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }
}
