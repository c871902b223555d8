import Foundation

/// The state that a bot keeps in one scope: globally, or per clan, channel, user or member. Every property has a default.
///
///     struct State: BotState { var points: [UserID: Int] = [:] }
///
/// State is stored as JSON of at most 256 KiB, together with a fingerprint of the type.
public protocol BotState: Codable, Sendable {
    /// Creates the state with its default values.
    init()

    /// Converts state stored by another version of this type; called at the start, for every stored value with a different
    /// fingerprint.
    ///
    /// By default, new properties take their default value, and a removed property is an error, because its content would be
    /// lost.
    /// - Throws: Any error; the application then does not start and reports it.
    static func migrate(_ old: JSONValue) throws -> Self
}

/// The state type of a bot that keeps none.
public struct NoState: BotState {
    /// Creates the empty state.
    public init() {}
}

extension BotState {
    /// Takes the defaults for new properties.
    ///
    /// - Throws: An error that names the removed properties, whose content would be lost.
    public static func migrate(_ old: JSONValue) throws -> Self {
        let defaults = Self()
        guard case .object(let given) = old, case .object(let known) = try StateJSON.tree(defaults) else {
            throw StateError.notAnObject
        }
        let names = Set(Mirror(reflecting: defaults).children.compactMap(\.label)).union(known.keys)
        let lost = given.keys.filter { !names.contains($0) }
        guard lost.isEmpty else { throw StateError.lost(lost.sorted()) }
        return try StateJSON.value(.object(known.merging(given) { $1 }))
    }

    /// A hash of the names and types of the properties, including those of nested structs.
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

/// An error in stored state.
package enum StateError: Error, Equatable, CustomStringConvertible {
    case notAnObject
    case lost([String])
    case tooLarge(bytes: Int)
    case unreadable(String)

    /// A Boolean value that indicates whether the state exceeds its maximum size, which is not a failure of the bot.
    var isSizeLimit: Bool { if case .tooLarge = self { true } else { false } }

    /// The message to the user whose data could not be stored.
    static let noRoom = LocalizedText("No more data can be stored.", vi: "Không còn chỗ để ghi nhớ thêm.")

    package var description: String {
        switch self {
        case .notAnObject: "the stored state is not the JSON of a struct"
        case .lost(let names):
            "the stored state has \(names.joined(separator: ", ")), which the type no longer has; keep it, or write `static func migrate`"
        case .tooLarge(let bytes): "it is \(bytes) bytes as JSON; the maximum is \(StateJSON.maximum)"
        case .unreadable(let reason): "the stored state cannot be read as the type: \(reason)"
        }
    }
}
