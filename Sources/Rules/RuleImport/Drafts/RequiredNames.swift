/// The names that imported rules use and that `config.yaml` has to define.
package struct RequiredNames: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable, Encodable {
        case categories, channels, roles, users

        var singular: String { self == .categories ? "category" : String(rawValue.dropLast()) }
    }

    package struct Name: Hashable, Sendable, Encodable {
        package var kind: String
        package var name: String
        /// What the name stands for.
        package var meaning: String
    }

    private(set) package var names: [Name] = []
    private var known: Set<String> = []

    /// Returns a name for an object of the other system.
    mutating func name(_ kind: Kind, _ name: String, meaning: String) -> String {
        if known.insert(name).inserted { names.append(Name(kind: kind.rawValue, name: name, meaning: meaning)) }
        return name
    }

    /// Returns a name for an object that the other system knows by an id.
    mutating func name(_ kind: Kind, id: String) -> String {
        name(kind, "\(kind.singular)-\(Slug(id).text)", meaning: "\(kind.singular) \(id)")
    }

    /// Returns the names of a kind, in the order in which the rules use them.
    func names(of kind: Kind) -> [Name] { names.filter { $0.kind == kind.rawValue } }
}
