import Foundation

/// The values of a submitted form: one or more texts per field.
struct Submission: Sendable {
    private(set) var values: [String: [String]]
    /// The label that users see for each field.
    let labels: [String: String]

    private static let maximum = 16 * 1024  // Bytes: more than any form with short texts needs.

    /// Reads the data of a press for the fields that the message has. The data is untrusted input.
    ///
    /// - Throws: `UsageError` for data that no form sends.
    init(_ extra: String, in message: Message) throws {
        let fields = FormPart.list(of: message)
        labels = Dictionary(fields.map { ($0.name, $0.label) }, uniquingKeysWith: { first, _ in first })
        values = [:]
        guard !extra.isEmpty else { return }
        guard extra.utf8.count <= Self.maximum,
            case .object(let given)? = try? JSONDecoder().decode(JSONValue.self, from: Data(extra.utf8))
        else { throw UsageError(LocalizedText("the form cannot be read", vi: "không đọc được biểu mẫu này")) }
        for field in fields {
            let texts = Self.texts(given[field.name])
            if let options = field.options, let wrong = texts.first(where: { !options.contains($0) }) {
                throw UsageError(
                    LocalizedText(
                        "\(field.label): '\(wrong)' is not among the choices", vi: "\(field.label): không có lựa chọn '\(wrong)'")
                )
            }
            if !texts.isEmpty { values[field.name] = texts }
        }
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

/// A field of a form as it appears in a message.
struct FormPart: Sendable {
    let name: String
    let label: String
    /// The values that may be chosen; nil if any text is allowed.
    let options: [String]?

    static func list(of message: Message) -> [FormPart] {
        let embeds = message.content.extras["embed"]?.array ?? []
        return embeds.flatMap { $0.object?["fields"]?.array ?? [] }.compactMap { field in
            guard let field = field.object, let input = field["inputs"]?.object, let name = input["id"]?.string else {
                return nil
            }
            let options = input["component"]?.object?["options"]?.array?.compactMap { $0.object?["value"]?.string }
            return FormPart(name: name, label: field["name"]?.string ?? name, options: options)
        }
    }
}
