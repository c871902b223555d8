import AsyncSupport
import ChatModel
import Foundation
import ModelContextServer
import Testing

/// Tests a server with pipes, and a program that prints its arguments.
struct ContextServerTests {
    private static let initialize = #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#

    private func serve(_ input: Pipe, _ output: Pipe, program: String = "/bin/echo") -> Task<Void, Never> {
        let session = ServerSession(
            ServerIdentity(name: "mezon-bot", version: "1", instructions: ""), tools: ServerTool.reading,
            resources: ServerResource.all,
            target: CommandTarget(configuration: "config.yaml", data: "data"))
        let server = ContextServer(
            session, runner: CommandRunner(program: URL(fileURLWithPath: program), time: SystemTime()))
        return Task {
            await server.run(
                InputLines(input.fileHandleForReading.fileDescriptor),
                output: OutputLines(output.fileHandleForWriting.fileDescriptor))
        }
    }

    private func lines(_ output: Pipe) -> InputLines.AsyncIterator {
        InputLines(output.fileHandleForReading.fileDescriptor).makeAsyncIterator()
    }

    private func next(_ lines: inout InputLines.AsyncIterator) async throws -> [String: JSONValue] {
        guard case .line(let bytes) = await lines.next() else { throw CancellationError() }
        return try #require(JSONReader.value(of: String(decoding: bytes, as: UTF8.self))?.object)
    }

    private func send(_ text: String, to input: Pipe) throws {
        try input.fileHandleForWriting.write(contentsOf: Data((text + "\n").utf8))
    }

    @Test func `requests are answered until the input ends`() async throws {
        let (input, output) = (Pipe(), Pipe())
        let server = serve(input, output)
        var lines = lines(output)
        try send(Self.initialize, to: input)
        #expect(try await next(&lines)["result"]?.object?["protocolVersion"] == "2025-06-18")
        try send(#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"status"}}"#, to: input)
        let result = try await next(&lines)["result"]
        #expect(result == ["content": [["type": "text", "text": "status --json --data=data\n"]], "isError": false])
        try input.fileHandleForWriting.close()
        await server.value
    }

    @Test func `a line that is too long gets an error, and the next one an answer`() async throws {
        let (input, output) = (Pipe(), Pipe())
        let server = serve(input, output)
        var lines = lines(output)
        let long = Data(repeating: UInt8(ascii: "x"), count: InputLines.maxLength + 1) + Data("\n".utf8)
        Thread { try? input.fileHandleForWriting.write(contentsOf: long + Data((Self.initialize + "\n").utf8)) }.start()
        #expect(try await next(&lines)["error"]?.object?["code"] == -32600)
        #expect(try await next(&lines)["id"] == 0)
        try input.fileHandleForWriting.close()
        await server.value
    }

    @Test func `a command that runs when the input ends is killed`() async throws {
        let (input, output) = (Pipe(), Pipe())
        let server = serve(input, output, program: try Self.script("exec sleep 1000"))
        var lines = lines(output)
        try send(Self.initialize, to: input)
        _ = try await next(&lines)
        try send(#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"status"}}"#, to: input)
        try input.fileHandleForWriting.close()
        await server.value
    }

    @Test func `a cancelled request gets no response`() async throws {
        let (input, output) = (Pipe(), Pipe())
        let server = serve(input, output, program: try Self.script("exec sleep 1000"))
        var lines = lines(output)
        try send(Self.initialize, to: input)
        _ = try await next(&lines)
        try send(#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"status"}}"#, to: input)
        try send(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#, to: input)
        try send(#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#, to: input)
        #expect(try await next(&lines)["id"] == 2)
        try input.fileHandleForWriting.close()
        await server.value
        try output.fileHandleForWriting.close()
        #expect(await lines.next() == nil)
    }

    @Test func `a server whose responses are not read can be cancelled`() async throws {
        let (input, output) = (Pipe(), Pipe())
        let server = serve(input, output)
        let pings = String(repeating: #"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n", count: 10_000)
        Thread { try? input.fileHandleForWriting.write(contentsOf: Data(pings.utf8)) }.start()
        server.cancel()
        await server.value
        withExtendedLifetime(output) {}
    }

    @Test func `a server whose client has closed the output ends`() async throws {
        let (input, output) = (Pipe(), Pipe())
        signal(SIGPIPE, SIG_IGN)
        try output.fileHandleForReading.close()
        let server = serve(input, output)
        try send(Self.initialize, to: input)
        await server.value
    }

    /// Writes an executable script.
    private static func script(_ text: String) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "script-\(UUID())")
        try Data("#!/bin/sh\n\(text)\n".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file.path)
        return file.path
    }
}
