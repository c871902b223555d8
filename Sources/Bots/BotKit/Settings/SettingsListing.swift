package import Foundation

/// A bot's settings in one clan, for the console and the command line.
package struct SettingsListing: Hashable, Sendable, Codable {
    package struct Item: Hashable, Sendable, Codable {
        package var name: String
        /// The value as users see it.
        package var value: String
        package var isDefault: Bool
        /// The value as it may be entered again.
        package var input: String
        package var summary: String
        /// The accepted values.
        package var expects: String
        /// The kind of thing in the clan that the value refers to; nil for other values.
        package var refersTo: SettingReference.Kind?
    }

    package struct Change: Hashable, Sendable, Codable {
        package var name: String
        package var from: String
        package var to: String
        package var by: String
        package var at: Date
    }

    package var bot: String
    package var clan: ClanID
    package var items: [Item]
    /// The latest changes, newest first.
    package var changes: [Change]

    /// Returns the key under which a bot's settings in a clan are stored.
    package static func key(_ clan: ClanID) -> String { StoredSettings.key(clan) }
}

extension Bot {
    /// A Boolean value that indicates whether the bot has settings.
    package static var hasSettings: Bool { !Settings.settings.isEmpty }

    /// The kinds of things in a clan to which the settings refer.
    package static var settingReferences: Set<SettingReference.Kind> { Set(Settings.settings.compactMap(\.refersTo)) }

    /// The kind of thing in a clan to which the values of a setting refer; nil for other settings.
    package static func settingReference(_ name: String) -> SettingReference.Kind? {
        Settings.setting(named: name)?.refersTo
    }

    /// Returns the bot's settings in a clan.
    ///
    /// - Parameters:
    ///   - stored: The stored settings; nil if nothing was ever changed.
    ///   - name: Returns the name of what a value refers to; nil if it has none.
    /// - Throws: `DecodingError`.
    package static func settings(
        of clan: ClanID, from stored: StoredState?, in language: Language = .en,
        name: (SettingReference) -> String? = { _ in nil }
    ) throws -> SettingsListing {
        let stored = try StoredSettings(stored)
        let values = Settings(stored)
        func text(_ value: JSONValue) -> String {
            SettingReference(value).flatMap(name) ?? value.shown.text(in: language)
        }
        return SettingsListing(
            bot: manifest.name, clan: clan,
            items: Settings.settings.map { setting in
                let value = setting.get(values)
                let named = SettingReference(value).flatMap(name)
                return SettingsListing.Item(
                    name: setting.name, value: text(value), isDefault: stored.values[setting.name] == nil,
                    input: named ?? value.written, summary: setting.summary.text(in: language),
                    expects: setting.expects.text(in: language), refersTo: setting.refersTo)
            },
            changes: stored.changes.reversed().map { change in
                let fallback = Settings.setting(named: change.name)?.fallback ?? .null
                return SettingsListing.Change(
                    name: change.name, from: text(change.from ?? fallback), to: text(change.to ?? fallback), by: change.by,
                    at: change.at)
            })
    }

    /// Returns the reason why a setting cannot have a value; nil if it can.
    ///
    /// - Parameter value: The value as a user would write it; nil for the default.
    package static func settingProblem(_ name: String, _ value: String?) -> String? {
        guard let setting = Settings.setting(named: name) else {
            let names = Settings.settings.map(\.name).joined(separator: ", ")
            return "'\(manifest.name)' has no setting '\(name)'; available: \(names)"
        }
        do {
            _ = try value.map(setting.value(of:))
            return nil
        } catch let error as UsageError {
            return "\(setting.name): \(error.wording.en)"
        } catch {
            return "\(setting.name): \(error)"
        }
    }
}
