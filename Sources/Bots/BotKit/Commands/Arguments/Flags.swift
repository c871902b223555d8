/// Flags written as `--name value`, or as `--name` for Boolean values: the properties of a struct with defaults.
///
///     struct PollOptions: BotOptions { var anonymous = false, days = 1 }
///     Command("poll") { (context, flags: Flags<PollOptions>, question: RemainingText) in … flags.days … }
///
/// They may appear anywhere before a `RemainingText`, in any order. `dailyLimit` is written `--daily-limit`.
@dynamicMemberLookup
public struct Flags<Value: BotOptions>: Argument {
    /// The flags' values; the defaults where a flag was not given.
    public var value: Value

    /// The value of one flag.
    public subscript<Property>(dynamicMember property: KeyPath<Value, Property>) -> Property { value[keyPath: property] }

    /// An empty label: flags do not appear as positional arguments.
    public static var label: LocalizedText { "" }
    /// An empty text: flags report errors of their own.
    public static var expects: LocalizedText { "" }
    /// Returns all flags in brackets: `[--anonymous] [--days …]`.
    public static func usage(of label: String) -> String {
        let flagParser = flagParser
        return flagParser.names.map { flagParser.kinds[$0] == .boolean ? "[--\($0)]" : "[--\($0) …]" }.joined(separator: " ")
    }

    /// Returns the flags found in the message.
    ///
    /// - Throws: An error that points at the flag whose value is invalid.
    public static func read(_ reader: inout ArgumentReader) throws -> Flags? {
        Flags(value: try reader.flags?.value() ?? Value())
    }
}

/// A protocol that identifies flag arguments before anything is read.
protocol FlagArgument { static var flagParser: FlagParser { get } }

extension Flags: FlagArgument {
    static var flagParser: FlagParser { FlagParser(Value.self) }
}
