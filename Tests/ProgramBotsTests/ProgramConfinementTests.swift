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
        import json, os, resource, socket, sys, tempfile
        def can(act):
            try: return bool(act())
            except OSError: return False
        secret, port = sys.argv[1], int(sys.argv[2])
        def write(path): return open(path, "a").write("x")
        print(json.dumps({"hello": 1, "summary": " ".join(str(int(can(act))) for act in [
            lambda: open(secret).read(), lambda: socket.create_connection(("127.0.0.1", port), 1), lambda: os.path.exists(f"/proc/{sys.argv[3]}/environ") and open(f"/proc/{sys.argv[3]}/environ").read(),
            lambda: os.system(f"umount {os.path.dirname(secret)} 2>/dev/null") == 0 and open(secret).read(),
            lambda: write("config.yaml"), lambda: write(os.path.expanduser("~/.mezon-bot-test")),
            lambda: os.system("mount -o remount,bind,rw . 2>/dev/null") == 0 and write("config.yaml"),
            lambda: os.path.exists("/" + sys.argv[4]), lambda: write(tempfile.mkstemp()[1]),
            lambda: resource.getrlimit(resource.RLIMIT_DATA)[1] == 300 << 20])}), flush=True)
        sys.stdin.read()
        """

    /// Returns which of its acts the probe succeeds with, and the configuration after it.
    private func reach(_ confinement: ProgramConfinement) throws -> (acts: [Bool], configuration: String) {
        let (store, folder, other) = (try TemporaryDirectory(), try TemporaryDirectory(), try TemporaryDirectory())
        let configuration = folder.path + "/config.yaml"
        try "version: 1".write(toFile: configuration, atomically: true, encoding: .utf8)
        try "secret".write(toFile: store.path + "/secret", atomically: true, encoding: .utf8)
        let program = try TestProgram.write(Self.probe, in: folder)
        let listener = try Listener()
        let launch = try ProgramLaunch(
            [
                "python3", program, store.path + "/secret", "\(listener.port)",
                "\(ProcessInfo.processInfo.processIdentifier)",
                // Not a path, which the program would see.
                String(other.path.dropFirst()),
            ],
            environment: ["HOME": Secret(folder.path)], folder: folder.path, hidden: [store.path], confinement: confinement,
            memoryInBytes: 300 << 20, inherited: ProcessInfo.processInfo.environment)
        let acts = try Program("guest", launch, time: SystemTime()) { _ in }.hello.summary.split(separator: " ").map { $0 == "1" }
        return try withExtendedLifetime(other) { (acts, try String(contentsOfFile: configuration, encoding: .utf8)) }
    }

    @Test(.enabled(if: confinement.isInForce, Comment(rawValue: "\(confinement)")))
    func `a confined program reaches neither the store nor the network`() throws {
        let (acts, _) = try reach(Self.confinement)
        #expect(acts.count == 10 && !acts[0] && !acts[1] && !acts[3])
        if "\(Self.confinement)".contains("without network, other processes") { #expect(!acts[2]) }
    }

    @Test(.enabled(if: confinement.isInForce, Comment(rawValue: "\(confinement)")))
    func `a confined program writes to a temporary folder of its own alone, and has limits`() throws {
        let (acts, configuration) = try reach(Self.confinement)
        #expect(Array(acts[4...]) == [false, false, false, false, true, true])
        #expect(configuration == "version: 1")
    }

    @Test func `a program that is not confined reaches them, as the description says`() throws {
        #expect("\(ProgramConfinement.none("it is a test"))" == "not confined: it is a test")
        let (acts, configuration) = try reach(.none("it is a test"))
        #expect(acts.prefix(3) == [true, true, true] && acts[4] && configuration != "version: 1")
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
