import BotConfiguration

/// Reads a value from the JSON of an event, and creates the checks on it. Of a list, any item may satisfy a check.
struct DataValueReader: Sendable {
    let data: EventData
    let path: DataPath

    func presence(_ part: String) -> FieldCheck {
        check(part) { .holds(Reason(part, description($0))) }
    }

    func comparing(_ values: [String], _ part: String) -> FieldCheck {
        check(part) { texts in
            texts.contains(where: values.contains) ? .holds(Reason(part, description(texts))) : .fails(part, description(texts))
        }
    }

    func comparing(_ comparison: Comparison, _ part: String) -> FieldCheck {
        check(part) { texts in
            let numbers = texts.compactMap { text in Double(text).map { Quantity(value: $0, description: text) } }
            guard !numbers.isEmpty else { return .fails(part, "\(description(texts)), which is not a number") }
            return .any(numbers.count) { comparison.decide(part, numbers[$0]) }
        }
    }

    func check(_ textCheck: StandaloneTextCheck, _ part: String) -> FieldCheck {
        check(part) { texts in
            .any(texts.count) { number in
                textCheck.reason(in: texts[number], "\(description(texts)), which has").map(ConditionResult.holds)
                    ?? .fails(part, description(texts))
            }
        }
    }

    private func check(_ part: String, _ decide: @escaping @Sendable ([String]) -> ConditionResult) -> FieldCheck {
        FieldCheck([part]) { facts in
            guard let texts = path.texts(in: data.value(facts)), !texts.isEmpty else {
                return .fails(part, "there is no '\(path)'")
            }
            return decide(texts)
        }
    }

    private func description(_ texts: [String]) -> String { "'\(path)' is '\(texts.joined(separator: ", ").prefix(60))'" }
}
