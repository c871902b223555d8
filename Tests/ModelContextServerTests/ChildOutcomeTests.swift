import ChatModel
import ModelContextServer
import Testing

/// Tests the responses that the outcomes of commands become.
struct ChildOutcomeTests {
    private func result(_ outcome: ChildOutcome, successCodes: Set<Int32> = []) throws -> (texts: [String], isError: Bool) {
        let response = ServerSession.response(to: .integer(1), .tool(successCodes: successCodes), outcome)
        let result = try #require(response.object?["result"]?.object)
        let texts = try #require(result["content"]?.array).compactMap { $0.object?["text"]?.string }
        return (texts, result["isError"] == true)
    }

    @Test(arguments: [
        (ChildOutcome.exited(code: 0, output: "a", errors: ""), ["a"], false),
        (.exited(code: 0, output: "a", errors: "w"), ["a", "w"], false),
        (.exited(code: 0, output: "", errors: ""), ["The command printed nothing."], false),
        (.exited(code: 1, output: "", errors: "no bot"), ["no bot", "exit code 1"], true),
        (.exited(code: 2, output: "finding", errors: ""), ["finding", "exit code 2"], false),
        (.exited(code: 2, output: "", errors: ""), ["exit code 2"], true),
        (.timedOut(after: .seconds(60)), ["The command was ended after 60 seconds. Narrow the query."], true),
        (.killed(signal: 11), ["The command was ended by signal 11."], true),
        (.notStarted("no file"), ["The command could not be started: no file"], true),
    ])
    func `an outcome is an error unless the command has printed a result`(
        outcome: ChildOutcome, texts: [String], isError: Bool
    ) throws {
        let result = try result(outcome, successCodes: [2])
        #expect(result.texts == texts)
        #expect(result.isError == isError)
    }

    @Test func `too much output asks for a narrower query`() throws {
        let result = try result(.tooMuchOutput(limitInBytes: 1 << 20))
        #expect(result.isError)
        #expect(result.texts.first?.contains("1024 KiB. Narrow the query") == true)
    }

    @Test func `a resource is the output of its command, or an error`() {
        let purpose = ServerSession.RunPurpose.resource(uri: "mezon-bot://x", mediaType: "text/plain")
        let response = ServerSession.response(to: .string("r"), purpose, .exited(code: 0, output: "text", errors: ""))
        #expect(
            response == [
                "jsonrpc": "2.0", "id": "r",
                "result": ["contents": [["uri": "mezon-bot://x", "mimeType": "text/plain", "text": "text"]]],
            ])
        let error = ServerSession.response(to: .string("r"), purpose, .exited(code: 1, output: "", errors: "none"))
        #expect(error.object?["error"]?.object?["code"] == -32603)
    }
}
