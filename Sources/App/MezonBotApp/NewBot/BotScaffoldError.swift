/// An error that prevents the creation of a bot.
package enum BotScaffoldError: Error, Equatable, CustomStringConvertible {
    case badName(String, String)
    /// The name is already in use.
    case taken(String, by: String)
    case notACheckout(folder: String, missing: String)
    case notEmpty(folder: String)
    /// A file that must refer to the bot has an unsupported form; `add` is the text to add manually.
    case cannotEdit(file: String, why: String, add: String)
    case cannotWrite(file: String, why: String)

    package var description: String {
        switch self {
        case .badName(let name, let why): "'\(name)' is not a valid bot name: it \(why)"
        case .taken(let name, let owner): "'\(name)' is taken: \(owner)"
        case .notACheckout(let folder, let missing):
            "'\(folder)' is not a source checkout of mezon-bot: \(missing) is missing; run the command in the directory of its Package.swift"
        case .notEmpty(let folder): "'\(folder)' is not empty; name a new directory"
        case .cannotEdit(let file, let why, let add): "\(file) \(why), so nothing was written; add `\(add)` manually"
        case .cannotWrite(let file, let why): "\(file) cannot be written: \(why); nothing was changed"
        }
    }
}
