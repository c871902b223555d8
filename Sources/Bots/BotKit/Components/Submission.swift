import Foundation

/// The values of a submitted form: one or more texts per field.
struct Submission: Sendable {
    private(set) var values: [String: [String]]
    /// The label that users see for each field.
    let labels: [String: String]
    /// The labels of the required fields that were left empty.
    private var missing: [String] = []

    private static let maximum = 16 * 1024  // Bytes: more than any form with short texts needs.

    /// Reads the data of a press for the fields that the message has. The data is untrusted input.
    ///
    /// - Throws: `UsageError` for data that no form sends.
    init(_ extra: String, in message: Message) throws {
        let fields = FormPart.list(of: message.content)
        labels = Dictionary(fields.map { ($0.name, $0.label) }, uniquingKeysWith: { first, _ in first })
        values = [:]
        let given = try Self.fields(of: extra)
        for field in fields {
            // The value of a disabled field is that of the message, whatever the client sends.
            let texts = field.isDisabled ? field.initial : Self.texts(given[field.name])
            if let problem = field.problem(of: texts) {
                throw UsageError(LocalizedText("\(field.label): \(problem.en)", vi: "\(field.label): \(problem.vi)"))
            }
            if !texts.isEmpty { values[field.name] = texts } else if field.isRequired { missing.append(field.label) }
        }
    }

    /// Checks that no required field was left empty. Only a button that submits the form requires it.
    ///
    /// - Throws: `UsageError`.
    func checkRequired() throws {
        guard let label = missing.first else { return }
        throw UsageError(LocalizedText("\(label): this is missing", vi: "\(label): còn thiếu"))
    }

    private static func fields(of extra: String) throws -> [String: JSONValue] {
        guard !extra.isEmpty else { return [:] }
        guard extra.utf8.count <= maximum,
            case .object(let given)? = try? JSONDecoder().decode(JSONValue.self, from: Data(extra.utf8))
        else { throw UsageError(LocalizedText("the form cannot be read", vi: "không đọc được biểu mẫu này")) }
        return given
    }

    /// Returns the texts of a field; none for a field left empty.
    private static func texts(_ value: JSONValue?) -> [String] {
        let texts =
            switch value {
            case .array(let items)?: items.compactMap(text)
            case let value?: [text(value)].compactMap(\.self)
            case nil: [String]()
            }
        return texts.filter { !$0.allSatisfy(\.isWhitespace) }
    }

    private static func text(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): text
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .bool(let truth): "\(truth)"
        case .null, .array, .object: nil
        }
    }
}
