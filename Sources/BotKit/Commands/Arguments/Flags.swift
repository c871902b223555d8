/// What may be said as `--name value`, or as `--name` for what is yes or no: the properties of a struct with defaults.
///
///     struct Wishes: BotOptions { var anonymous = false, days = 1 }
///     Command("poll") { (context, flags: Flags<Wishes>, question: Rest) in … flags.days … }
///
/// They may stand anywhere before a `RemainingText`, in any order. `dailyLimit` is written `--daily-limit`.
@dynamicMemberLookup
public struct Flags<Value: BotOptions>: Argument {
    public var value: Value

    public subscript<Property>(dynamicMember property: KeyPath<Value, Property>) -> Property { value[keyPath: property] }

    public static var label: LocalizedText { "" }
    public static var expects: LocalizedText { "" }
    public static func usage(of label: String) -> String {
        let shelf = shelf
        return shelf.names.map { shelf.kinds[$0] == .truth ? "[--\($0)]" : "[--\($0) …]" }.joined(separator: " ")
    }

    public static func read(_ reader: inout ArgumentReader) throws -> Flags? {
        Flags(value: try reader.flags?.value() ?? Value())
    }
}

/// Told apart from other arguments before anything is read.
protocol FlagArgument { static var shelf: FlagParser { get } }

extension Flags: FlagArgument {
    static var shelf: FlagParser { FlagParser(Value.self) }
}
