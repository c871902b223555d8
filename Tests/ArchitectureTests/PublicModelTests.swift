import Foundation
import Testing

/// Tests that what BotKit and ConnectorKit re-export is the vocabulary of their users, and nothing internal.
struct PublicModelTests {
    /// The modules that authors of bots and connectors import.
    private static let products = [
        "Sources/Bots/BotKit", "Sources/Bots/BotTesting", "Sources/Bots/BotTestingTraits", "Sources/Connectors/ConnectorKit",
    ]

    /// Returns the words of a file's public declarations and of the cases of its enums.
    private static func publicWords(in text: String) -> Set<String> {
        var words: Set<String> = []
        for match in text.matches(of: /\b(?:public|case) (?<declaration>[^{]*?)(?=\{|\n *\n|\n *\/\/|$)/) {
            words.formUnion(match.declaration.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
        }
        return words
    }

    @Test func `every public type of the model occurs in a public declaration of a product`() throws {
        var declared: [String: Set<String>] = [:]
        for (_, text) in try Repository.files(in: "Sources/Model/ChatModel") {
            for type in text.matches(of: /\n?public (?:indirect )?(?:struct|enum|protocol) (\w+)/) {
                let rest = text[type.range.lowerBound...]
                let end = rest.firstRange(of: "\n}")?.lowerBound ?? rest.endIndex
                declared[String(type.1)] = Self.publicWords(in: String(rest[..<end]))
            }
        }
        #expect(declared.count > 30)
        var reached: Set<String> = []
        var next = Set(try Self.products.flatMap { try Repository.files(in: $0) }.flatMap { Self.publicWords(in: $0.text) })
        while !next.isEmpty {
            let types = next.intersection(declared.keys).subtracting(reached)
            reached.formUnion(types)
            next = types.reduce(into: []) { $0.formUnion(declared[$1] ?? []) }
        }
        #expect(Set(declared.keys).subtracting(reached).sorted() == [], "make these package")
    }
}
