import BotConfiguration
import ChatModel

/// Reads a header, or one of its keys, from messages, and creates the checks on it.
struct HeaderValueReader: Sendable {
    let header: String
    let key: String?
    let rules: HeaderSchema

    func presence(_ part: String) -> FieldCheck {
        FieldCheck([part]) { facts in
            guard let header = facts.header(header, by: rules) else { return .fails(part, missing) }
            guard let key else { return .holds(Reason(part, "there is '\(header.name)'")) }
            guard let value = header[key] else { return .fails(part, missing) }
            return .holds(Reason(part, description(value)))
        }
    }

    func comparing(_ values: [String], _ part: String) -> FieldCheck {
        check(part) { value in
            let fits: Bool =
                switch value {
                case .tuple(let items): items.contains { values.contains($0) }
                case .flag, .number, .text:
                    values.contains(value.shown) || values.contains { MessageHeader.Value($0, as: .number) == value }
                }
            return fits ? .holds(Reason(part, description(value))) : .fails(part, description(value))
        }
    }

    /// Compares a number. A key without a declared type is text, which may contain a number.
    func comparing(_ comparison: Comparison, _ part: String) -> FieldCheck {
        check(part) { value in
            guard case .number(let number)? = MessageHeader.Value(value.shown, as: .number) else {
                return .fails(part, "\(description(value)), which is not a number")
            }
            return comparison.decide(part, Quantity(value: number, description: value.shown))
        }
    }

    func check(_ textCheck: StandaloneTextCheck, _ part: String) -> FieldCheck {
        check(part) { value in
            textCheck.reason(in: value.shown, "\(description(value)), which has").map(ConditionResult.holds)
                ?? .fails(part, description(value))
        }
    }

    private func check(_ part: String, _ decide: @escaping @Sendable (MessageHeader.Value) -> ConditionResult) -> FieldCheck {
        FieldCheck([part]) { facts in
            guard let key, let value = facts.header(header, by: rules)?[key] else { return .fails(part, missing) }
            return decide(value)
        }
    }

    private var missing: String { key.map { "there is no '\(header)' with '\($0)'" } ?? "there is no '\(header)'" }

    private func description(_ value: MessageHeader.Value) -> String { "'\(key ?? header)' is '\(value.shown.prefix(60))'" }
}
