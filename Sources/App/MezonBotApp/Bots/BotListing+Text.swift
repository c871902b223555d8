import ChatModel
package import Foundation
import Moderation

extension [BotListing] {
    /// A table with one line for each bot, cut to the given number of columns; nil for any width.
    package func table(width: Int?) -> String {
        let header = ["BOT", "CHANNELS", "PERMISSIONS", "STATUS"]
        let cells =
            [header]
            + map { bot in
                [
                    bot.name, bot.isOn ? bot.allPlaces.joined(separator: ", ") : "off", bot.needs.joined(separator: ", "),
                    bot.standing,
                ]
            }
        var widths = header.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        // The name is kept; the other columns share what is left.
        if let width, widths.reduce(6, +) > width {
            let left = Swift.max(0, width - widths[0] - 6)
            widths[1] = Swift.min(widths[1], Swift.max(5, left * 2 / 5))
            widths[2] = Swift.min(widths[2], Swift.max(3, left * 3 / 10))
            widths[3] = Swift.min(widths[3], Swift.max(1, left - widths[1] - widths[2]))
        }
        return cells.map { row in
            zip(row, widths).map { $0.fitted($1).padded($1) }.joined(separator: "  ").trimmingSuffix { $0 == " " }
        }.joined(separator: "\n")
    }
}

extension BotListing {
    /// The places at the top level, and the clans with settings of their own.
    fileprivate var allPlaces: [String] { places + clans.map { "\($0.clan) (own)" } }

    fileprivate var standing: String {
        if let suspended { return "suspended: \(suspended)".terminalSafe }
        if openDeadLetters > 0 { return openDeadLetters == 1 ? "1 dead letter" : "\(openDeadLetters) dead letters" }
        return memory.values > 0 ? "ok, \(memory.bytes.bytes) of state" : isOn ? "ok" : ""
    }

    /// The full description of a bot, wrapped to the given number of columns; nil for any width.
    package func text(in zone: TimeZone, width: Int?) -> String {
        var lines = ["\(name): \(summary)"]
        func line(_ title: String, _ text: String) {
            lines += text.terminalSafe.wrapped(width.map { Swift.max(20, $0 - 14) } ?? .max).enumerated().map {
                "  " + ($0 == 0 ? title : "").padded(12) + $1
            }
        }
        if let program { line("program", program.joined(separator: " ")) }
        if let confinement { line("confined", confinement) }
        line(
            "channels",
            !isOn
                ? "none (disabled)"
                : places.isEmpty
                    ? "the clans below only" : places.joined(separator: ", ") + (runsLate ? ", including missed events" : ""))
        line(
            "permissions", needs.joined(separator: ", ") + (grants.isEmpty ? "" : " (granted: \(grants.joined(separator: ", ")))")
        )
        if !reads.isEmpty { line("reads", reads.joined(separator: ", ")) }
        for (index, command) in commands.enumerated() {
            line(index == 0 ? "commands" : "", command.usage + (command.summary.isEmpty ? "" : "  " + command.summary))
        }
        for (index, option) in options.enumerated() { line(index == 0 ? "options" : "", option.text) }
        for clan in clans {
            line("clan", clan.clan + " has settings of its own")
            line(
                "  channels",
                clan.places.joined(separator: ", ") + (clan.runsLate ? ", including missed events" : ""))
            if clan.grants != grants { line("  granted", clan.grants.isEmpty ? "nothing" : clan.grants.joined(separator: ", ")) }
            for (index, option) in clan.options.filter({ !options.contains($0) }).enumerated() {
                line(index == 0 ? "  options" : "", option.text)
            }
        }
        if let fingerprint = memory.fingerprint {
            let count = memory.values == 1 ? "1 value" : "\(memory.values) values"
            let older = memory.older.isEmpty ? "" : "; of an older type: \(memory.older.joined(separator: ", "))"
            line("state", memory.values == 0 ? "none" : "\(count), \(memory.bytes.bytes), type \(fingerprint)\(older)")
        }
        if let suspended { line("suspended", suspended) }
        if openDeadLetters > 0 { line("failed", "open dead letters: \(openDeadLetters); see `mezon-bot dead-letters list`") }
        if let lastFailure {
            line("last error", "\(lastFailure.at.stamp(in: zone)) at #\(lastFailure.entry): \(lastFailure.reason)")
        }
        return lines.joined(separator: "\n")
    }
}

extension BotListing.Option {
    fileprivate var text: String {
        "\(name): " + (set.map { "\($0.text) (default: \(`default`.text))" } ?? `default`.text)
    }
}

extension Int {
    fileprivate var bytes: String {
        self < 1024 ? "\(self) bytes" : (Double(self) / 1024).formatted(.number.precision(.fractionLength(1))) + " KiB"
    }
}

extension JSONValue {
    /// A readable form of the value.
    var text: String {
        switch self {
        case .null: "none"
        case .bool(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .string(let value): "'\(value)'"
        case .array(let items): "[" + items.map(\.text).joined(separator: ", ") + "]"
        case .object(let object):
            "{" + object.sorted { $0.key < $1.key }.map { "\($0): \($1.text)" }.joined(separator: ", ") + "}"
        }
    }
}

extension String {
    func padded(_ width: Int) -> String { self + String(repeating: " ", count: Swift.max(0, width - count)) }

    fileprivate func fitted(_ width: Int) -> String { count <= width ? self : prefix(width - 1) + "…" }

    /// Splits the text into lines of at most `width` characters, at spaces if possible.
    fileprivate func wrapped(_ width: Int) -> [String] {
        var lines = [""]
        for word in split(separator: " ", omittingEmptySubsequences: false) {
            let last = lines[lines.count - 1]
            if last.isEmpty || last.count + 1 + word.count <= width {
                lines[lines.count - 1] += (last.isEmpty ? "" : " ") + word
            } else {
                lines.append(String(word))
            }
        }
        return lines.flatMap { line in
            line.count <= width
                ? [line] : stride(from: 0, to: line.count, by: width).map { String(line.dropFirst($0).prefix(width)) }
        }
    }

    fileprivate func trimmingSuffix(_ fits: (Character) -> Bool) -> String { String(reversed().drop(while: fits).reversed()) }
}
