import Foundation

/// What a bot remembers in one scope: of a clan, of a person, of everything. Every property has a default.
///
///     struct State: BotState { var points: [UserID: Int] = [:] }
///
/// It is kept as JSON, at most 256 KiB of it, together with a fingerprint of the type.
public protocol BotState: Codable, Sendable {
    init()

    /// Reads what another version of this type has left behind; called at the start, for every stored value of another fingerprint.
    ///
    /// By default properties that are new take their default, and one that is gone is an error, because its content would be lost.
    /// - Throws: anything; the house does not start then, and says why.
    static func migrate(_ old: JSONValue) throws -> Self
}

/// For a bot that remembers nothing.
public struct NoState: BotState {
    public init() {}
}

extension BotState {
    public static func migrate(_ old: JSONValue) throws -> Self {
        let defaults = Self()
        guard case .object(let given) = old, case .object(let known) = try StateJSON.tree(defaults) else {
            throw StateError.otherShape
        }
        let names = Set(Mirror(reflecting: defaults).children.compactMap(\.label)).union(known.keys)
        let lost = given.keys.filter { !names.contains($0) }
        guard lost.isEmpty else { throw StateError.lost(lost.sorted()) }
        return try StateJSON.value(.object(known.merging(given) { $1 }))
    }

    /// Names and types of the properties, those of structs within them too: a changed type has another one.
    static var fingerprint: String {
        let text = lines(of: Self(), under: "", depth: 0).joined(separator: "\n")
        let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return String(hash, radix: 36)
    }

    private static func lines(of value: Any, under path: String, depth: Int) -> [String] {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .struct, depth < 8 else { return [] }
        return mirror.children.flatMap { child -> [String] in
            let name = path + (child.label ?? "")
            return ["\(name): \(type(of: child.value))"] + lines(of: child.value, under: name + ".", depth: depth + 1)
        }
    }
}

/// Why stored state cannot be used.
package enum StateError: Error, Equatable, CustomStringConvertible {
    case otherShape
    case lost([String])
    case tooLarge(bytes: Int)
    case unreadable(String)

    /// Whether there is no room for what is to be remembered, which is no failure of the bot's.
    var isOfRoom: Bool { if case .tooLarge = self { true } else { false } }

    /// What somebody is told who would have had it remembered.
    static let noRoom = LocalizedText("There is no room for more.", vi: "Không còn chỗ để ghi nhớ thêm.")

    package var description: String {
        switch self {
        case .otherShape: "what is stored is not a struct's JSON"
        case .lost(let names):
            "what is stored has \(names.joined(separator: ", ")), which the type no longer has; keep it, or write `static func migrate`"
        case .tooLarge(let bytes): "it is \(bytes) bytes as JSON; \(StateJSON.most) are the most"
        case .unreadable(let reason): "what is stored cannot be read as the type: \(reason)"
        }
    }
}
