import Foundation

extension Action {
    /// A description of the first part that cannot be encoded, or nil if the whole action can be.
    ///
    /// Texts, ids and integers can always be encoded. Other numbers, dates and deeply nested values may be the result of a bot's
    /// computation.
    var encodingProblem: String? {
        switch self {
        case .reply, .send, .directMessage, .thread: draft?.encodingProblem
        case .editReply(let draft), .edit(_, let draft), .ephemeral(let draft, _):
            draft.kind.map { "a \($0.rawValue), which can only be sent as a new message" } ?? draft.encodingProblem
        case .member(let action): action.encodingProblem
        case .account(let action): action.problem
        case .call(let call): call.problem
        case .schedule(let job): job.due.encodingProblem ?? job.note.encodingProblem()
        case .request(let request): request.encodingProblem
        case .resolved(let outgoing):
            if case .member(let action) = outgoing.request { action.encodingProblem } else { outgoing.draft?.encodingProblem }
        case .react, .delete, .unreact, .pin, .clan, .run, .cancel: nil
        }
    }
}

extension Draft {
    var encodingProblem: String? {
        // Middleware would inspect another text than the one that is sent.
        if content.extras["t"] != nil, !content.text.isEmpty || content.extras["t"]?.string != nil {
            return "a second text, under 't' of its extras"
        }
        if let problem = kindProblem { return problem }
        for value in content.extras.values { if let problem = value.encodingProblem() { return problem } }
        for value in content.markup.flatMap(\.attributes.values) { if let problem = value.encodingProblem() { return problem } }
        return nil
    }
}

extension MemberAction {
    fileprivate var encodingProblem: String? { if case .mute(_, _, let until?, _) = self { until.encodingProblem } else { nil } }
}

extension Date {
    fileprivate var encodingProblem: String? {
        // Comparisons with a date that is not a number are meaningless, so the range of valid seconds is tested instead.
        (Date.distantPast.timeIntervalSince1970...Date.distantFuture.timeIntervalSince1970).contains(timeIntervalSince1970)
            ? nil : "an invalid date: \(timeIntervalSince1970) s"
    }
}

extension JSONValue {
    private static let deepest = 100  // More than embeds, forms and notes need; decoders give up beyond it.

    fileprivate func encodingProblem(at depth: Int = 0) -> String? {
        guard depth < Self.deepest else { return "a value of more than \(Self.deepest) levels" }
        switch self {
        case .number(let number): return number.isFinite ? nil : "an invalid number: \(number)"
        case .array(let values):
            for value in values { if let problem = value.encodingProblem(at: depth + 1) { return problem } }
            return nil
        case .object(let values):
            for value in values.values { if let problem = value.encodingProblem(at: depth + 1) { return problem } }
            return nil
        case .null, .bool, .integer, .string: return nil
        }
    }
}
