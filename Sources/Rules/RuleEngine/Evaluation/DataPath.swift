import ChatModel

/// The place of a value in the JSON of a webhook or form: `pull_request.title`, `commits[0].message`.
struct DataPath: Hashable, Sendable, CustomStringConvertible {
    private enum Step: Hashable, Sendable {
        case key(String)
        case index(Int)
    }

    let description: String
    private let steps: [Step]

    private static let maxSteps = 8

    init?(_ text: String) {
        var steps: [Step] = []
        for part in text.split(separator: ".", omittingEmptySubsequences: false) {
            let name = part.prefix { $0 != "[" }
            guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }) else { return nil }
            steps.append(.key(String(name)))
            var rest = part.dropFirst(name.count)
            while !rest.isEmpty {
                let digits = rest.dropFirst().prefix { $0 != "]" }
                guard rest.first == "[", let index = Int(digits), (0..<100).contains(index),
                    rest.dropFirst(digits.count + 1).first == "]"
                else { return nil }
                steps.append(.index(index))
                rest = rest.dropFirst(digits.count + 2)
            }
        }
        guard steps.count <= Self.maxSteps else { return nil }
        description = text
        self.steps = steps
    }

    /// Returns the texts at this place: those of a list, or a single one; `nil` if there is no value that can be shown.
    func texts(in value: JSONValue?) -> [String]? {
        var value = value
        for step in steps {
            switch step {
            case .key(let key): value = value?.object?[key]
            case .index(let index): value = value?.array.flatMap { $0.indices.contains(index) ? $0[index] : nil }
            }
        }
        guard let value else { return nil }
        if let items = value.array { return items.compactMap(Self.text) }
        return Self.text(value).map { [$0] }
    }

    private static func text(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): text
        case .integer(let number): "\(number)"
        // The journal keeps 5.0 as 5.
        case .number(let number): Int64(exactly: number).map { "\($0)" } ?? "\(number)"
        case .bool(let truth): "\(truth)"
        case .null, .array, .object: nil
        }
    }
}
