import BotKit
import ChatModel
import Foundation
import Synchronization
import Testing

@testable import BotTesting
@testable import ProgramBots

struct SecretMaskTests {
    private static let key = "-----BEGIN KEY-----\nMIIEvQIBADANBg\n-----END KEY-----"

    @Test(arguments: [
        ("token hunter2hunter2 refused", "token <secret> refused"),
        ("hunter2hunter2hunter2", "<secret>hunter2"),
        ("MIIEvQIBADANBg", "<secret>"),
        ("no is not a secret", "no is not a secret"),
        ("a\u{1B}b␛c", "a\u{1B}b␛c"),
        ("an␛code", "<secret>"),
        ("cut at hunter2h…", "cut at <secret>…"),
        ("cut at hunt…", "cut at <secret>…"),
        ("cut at hun…", "cut at hun…"),
        ("hunter2hunter2\u{301}", "<secret>\u{301}"),
    ])
    func `secrets are replaced wherever a report shows them`(report: String, shown: String) {
        let mask = SecretMask(["hunter2hunter2", Self.key, "no", "", "an\u{1B}code"].map { Secret($0) })
        #expect(mask.masked(report) == shown)
    }

    @Test(
        .enabled(if: TestProgram.python != nil, Comment(rawValue: TestProgram.isMissing)),
        arguments: [
            "print(os.environ['KEY'], file=sys.stderr); sys.exit(3)", "print(os.environ['KEY'], flush=True)",
            "print(json.dumps({'turn': 1, 'error': os.environ['KEY']}), flush=True)",
            "print(json.dumps({'turn': 1, 'actions': [{os.environ['KEY']: {}}]}), flush=True)",
            "print('x' * 190 + os.environ['KEY'], flush=True)",
        ])
    func `no report of a program shows a secret of its environment`(line: String) async throws {
        let folder = try TemporaryDirectory()
        let program = try TestProgram.write(
            "import json, os, sys\nprint('{\"hello\":1}', flush=True)\nsys.stdin.readline()\n\(line)\ninput()", in: folder)
        let launch = try ProgramLaunch(
            ["python3", program], environment: ["KEY": Secret("hunter2-\"hunter3\"")], folder: folder.path, hidden: [],
            confinement: .none("a test"), inherited: ProcessInfo.processInfo.environment)
        let reports = Mutex<[String]>([])
        let guest = try Program("guest", launch, time: SystemTime()) { line in reports.withLock { $0.append(line) } }
        let actions = ProgramAction(channel: 1, clan: 1, user: 1, now: Date(timeIntervalSince1970: 0)) { name, type, _ in
            ChatModel.Attachment(filename: name, url: "", mediaType: type)
        }
        do {
            try await guest.takeTurn(in: InvocationPlace(clan: 1)) { process, turn in
                guard case .actions(let items) = try ProgramReply(try await process.exchange("{}"), turn: turn) else { return }
                do {
                    _ = try await actions.actions(items)
                } catch let error as JSONFields.FieldError {
                    throw ProgramError.badAction(error.message)
                }
            }
            Issue.record("the turn has not failed")
        } catch {
            #expect("\(error)".contains("<secret>") && !"\(error)".contains("hunter"), "\(error)")
        }
        #expect(!reports.withLock { "\($0)" }.contains("hunter"))
    }
}
