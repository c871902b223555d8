import ChatModel
import Foundation

/// The texts of the console in one language, by key.
struct Texts: Sendable {
    let language: Language
    let table: [String: String]

    /// - Throws: `ConsoleError.badResource`.
    init(_ language: Language) throws(ConsoleError) {
        let bytes: [UInt8] =
            switch language {
            case .en: PackageResources.en_json
            case .vi: PackageResources.vi_json
            }
        guard let table = try? JSONDecoder().decode([String: String].self, from: Data(bytes)) else {
            throw .badResource("\(language.rawValue).json")
        }
        self.language = language
        self.table = table
    }

    /// The text of a key; the key itself if there is none, which a test excludes.
    subscript(_ key: String) -> String { table[key] ?? key }

    /// The text of a key with values in place of `{name}`.
    func text(_ key: String, _ values: [String: String]) -> String {
        values.reduce(self[key]) { $0.replacingOccurrences(of: "{\($1.key)}", with: $1.value) }
    }
}
