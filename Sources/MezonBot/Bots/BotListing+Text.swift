package import Foundation
import MezonModel
import Moderation

extension [BotListing] {
    /// A table with one line for each bot, at most 100 columns wide.
    package var table: String {
        let width = Swift.max(4, map(\.name.count).max() ?? 0)
        func row(_ name: String, _ places: String, _ needs: String, _ rest: String) -> String {
            let left = name.padded(width) + "  " + places.fitted(26).padded(26) + "  " + needs.fitted(22).padded(22) + "  "
            return (left + rest.fitted(Swift.max(12, 100 - left.count))).trimmingSuffix { $0 == " " }
        }
        let rows = map { bot in
            row(
                bot.name, bot.isOn ? bot.allPlaces.joined(separator: ", ") : "off", bot.needs.joined(separator: ", "),
                bot.standing)
        }
        return ([row("BOT", "CHANNELS", "PERMISSIONS", "STATUS")] + rows).joined(separator: "\n")
    }
}

extension BotListing {
    /// The places at the top level, and the clans with settings of their own.
    fileprivate var allPlaces: [String] { places + clans.map { "\($0.clan) (own)" } }

    fileprivate var standing: String {
        if let suspended { return "suspended: \(suspended)".terminalSafe }
        if openLetters > 0 { return openLetters == 1 ? "1 dead letter" : "\(openLetters) dead letters" }
        return memory.values > 0 ? "ok, \(memory.bytes.bytes) of state" : isOn ? "ok" : ""
    }

    /// The full description of a bot for a terminal.
    package func text(in zone: TimeZone) -> String {
        var lines = ["\(name): \(summary)"]
        func line(_ title: String, _ text: String) {
            lines += text.terminalSafe.wrapped(86).enumerated().map { "  " + ($0 == 0 ? title : "").padded(12) + $1 }
        }
        line(
            "on in",
            !isOn
                ? "nowhere: it is off"
                : places.isEmpty
                    ? "the clans below only" : places.joined(separator: ", ") + (runsLate ? ", also for what was missed" : ""))
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
                "  on in",
                clan.places.joined(separator: ", ") + (clan.runsLate ? ", also for what was missed" : ""))
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
        if openLetters > 0 { line("failed", "open dead letters: \(openLetters); see `mezon-bot letters`") }
        if let lastFailure {
            line("last error", "\(lastFailure.at.stamp(in: zone)) at #\(lastFailure.entry): \(lastFailure.reason)")
        }
        return lines.joined(separator: "\n")
    }
}

extension BotListing.Option {
    fileprivate var text: String {
        "\(name): " + (set.map { "\($0.text) (without it \(`default`.text))" } ?? `default`.text)
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
            stride(from: 0, to: Swift.max(1, line.count), by: width).map { String(line.dropFirst($0).prefix(width)) }
        }
    }

    fileprivate func trimmingSuffix(_ fits: (Character) -> Bool) -> String { String(reversed().drop(while: fits).reversed()) }
}
