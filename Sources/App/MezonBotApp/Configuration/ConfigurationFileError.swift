/// The reason why a file of the configuration cannot be read or replaced.
package enum ConfigurationFileError: Error, Equatable, CustomStringConvertible {
    case unknown(file: String)
    case outside(file: String)
    case secret(file: String)
    case unreadable(file: String, reason: String)
    case changed(file: String)
    case unwritable(file: String, reason: String)

    package var description: String {
        switch self {
        case .unknown(let file): "'\(file)' is not a file of the configuration"
        case .outside(let file): "'\(file)' leads out of the configuration's folder"
        case .secret(let file):
            "'\(file)' may contain a secret, which no page shows; move it to ${env:NAME} or ${file:PATH}, or edit the file on its machine"
        case .unreadable(let file, let reason): "'\(file)' \(reason)"
        case .changed(let file):
            "'\(file)' has changed on disk since it was opened; nothing was written. Open the file again and repeat the changes"
        case .unwritable(let file, let reason): "'\(file)' cannot be written (\(reason)); the file is unchanged"
        }
    }
}
