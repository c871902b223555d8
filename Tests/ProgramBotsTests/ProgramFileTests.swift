import BotKit
import ChatModel
import Foundation
import Testing

@testable import BotTesting
@testable import ProgramBots

/// Tests of the files that programs send and read.
@Suite(.enabled(if: TestProgram.python != nil, Comment(rawValue: TestProgram.isMissing)))
struct ProgramFileTests {
    /// A program that attaches what a message describes, or reads what it names.
    private func clan() async throws -> TestClan {
        let folder = try TemporaryDirectory()
        let program = try TestProgram.write(
            """
            import json, sys
            print(json.dumps({"hello": 1}), flush=True)
            for event in map(json.loads, sys.stdin):
                def tell(**line): print(json.dumps({"turn": event["turn"], **line}), flush=True)
                text = event["event"]["text"]
                if text.startswith("read "):
                    tell(read="file", url=text[5:])
                    text = json.dumps(json.loads(sys.stdin.readline()))
                    tell(actions=[{"reply": text}])
                else:
                    tell(actions=[{"reply": {"files": json.loads(text)}}])
            """, in: folder)
        let clan = try await TestClan(rules: TestProgram.configuration(["python3", program]))
        withExtendedLifetime(folder) {}
        return clan
    }

    @Test(arguments: [
        (
            #"{"name":"a","type":"image","url":"shelf:0123"}"#,
            "'url' must be an address with https:// or http://, not 'shelf:0123'"
        ),
        (#"{"name":"a","type":"image","url":"file:///etc/passwd"}"#, "'url' must be an address"),
        (#"{"name":"a","type":"image","url":"https://a.b/c","thumbnail":"data:image/png,x"}"#, "'thumbnail' must be an address"),
        (#"{"name":"a","type":"image"}"#, "a file needs either 'url' or 'base64'"),
        (#"{"name":"a","type":"image","url":"https://a.b/c","base64":"AA=="}"#, "a file needs either 'url' or 'base64'"),
        (#"{"name":"a","type":"text/plain","base64":"…"}"#, "'base64' of the file 'a' must be its bytes in Base64"),
        (
            #"{"name":"../a","type":"text/plain","base64":"AA=="}"#,
            "the file '../a' cannot be sent: '../a' is not a valid file name"
        ),
        (#"{"name":"a","type":"text","base64":"AA=="}"#, "'text' is not a media type such as image/png"),
        (#"{"name":"a","type":"image","url":"https://a.b/c","path":"/etc"}"#, "a file has no 'path'"),
        (#"{"type":"image","url":"https://a.b/c"}"#, "a file needs 'name'"),
        (
            Array(repeating: #"{"name":"a","type":"image","url":"https://a.b/c"}"#, count: 11).joined(separator: ","),
            "at most 10 files"
        ),
    ])
    func `a file that cannot be sent fails the event with the reason`(file: String, problem: String) async throws {
        let clan = try await clan()
        #expect(try await clan.user("an").says("[\(file)]") == [])
        #expect(clan.transcript.contains(problem), "\(clan.transcript)")
    }

    @Test func `a message may consist of a file alone`() async throws {
        let clan = try await clan()
        try await clan.user("an").says(#"[{"name":"a.txt","type":"text/plain","base64":"aGk="}]"#)
        let message = try clan.messages().last
        #expect(message?.text == "" && message?.attachments.map(\.sizeInBytes) == [2])
    }

    @Test func `a file is read up to 1 MiB, and a failure is the program's to handle`() async throws {
        let clan = try await clan()
        clan.http("https://cdn.mezon.vn/a", answers: HTTPResponse("hi"))
        clan.http("https://cdn.mezon.vn/b", answers: HTTPResponse(body: Data(count: 1 << 20 + 1)))
        func answer(_ text: String) async throws -> String? {
            try await clan.user("an").says(text)
            return try clan.messages().last?.text
        }
        #expect(try await answer("read https://cdn.mezon.vn/a")?.contains(#""base64": "aGk=""#) == true, "\(clan.transcript)")
        #expect(try await answer("read https://cdn.mezon.vn/b")?.contains(#""error""#) == true, "\(clan.transcript)")
        #expect(try await clan.user("an").says("read shelf:0123") == [])
        #expect(clan.transcript.contains("'url' must be an address"), "\(clan.transcript)")
    }
}
