package import ChatModel

extension ServerSession {
    /// The response to a request whose command has ended.
    package static func response(to id: RequestID, _ purpose: RunPurpose, _ outcome: ChildOutcome) -> JSONValue {
        switch purpose {
        case .tool(let successCodes):
            // A command that could not begin its work has printed its reason only to standard error.
            let isSuccess = outcome.exitCode.map { $0 == 0 || successCodes.contains($0) && !outcome.output.isEmpty } ?? false
            let content = outcome.texts.map { text -> JSONValue in ["type": "text", "text": .string(text)] }
            return [
                "jsonrpc": "2.0", "id": id.json, "result": ["content": .array(content), "isError": .bool(!isSuccess)],
            ]
        case .resource(let uri, let mediaType):
            guard outcome.exitCode == 0 else {
                return ProtocolError(.internalError, outcome.texts.joined(separator: "\n")).response(to: id)
            }
            let content: JSONValue = ["uri": .string(uri), "mimeType": .string(mediaType), "text": .string(outcome.output)]
            return ["jsonrpc": "2.0", "id": id.json, "result": ["contents": [content]]]
        }
    }
}

extension ChildOutcome {
    /// The texts for an assistant, at least one.
    fileprivate var texts: [String] {
        let reason: String? =
            switch self {
            case .exited(0, let output, let errors): output.isEmpty && errors.isEmpty ? "The command printed nothing." : nil
            case .exited(let code, _, _): "exit code \(code)"
            case .tooMuchOutput(let limit):
                "The result is larger than \(limit / 1024) KiB. Narrow the query, for example with a lower limit or a shorter time."
            case .timedOut(let limit): "The command was ended after \(limit.components.seconds) seconds. Narrow the query."
            case .notStarted(let reason): "The command could not be started: \(reason)"
            case .killed(let signal): "The command was ended by signal \(signal)."
            }
        return [output, errors, reason ?? ""].filter { !$0.isEmpty }
    }
}
