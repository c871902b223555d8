import Foundation

/// Descriptions of file errors for users, in the words of the operating system: "Is a directory", "Permission denied".
package enum FileErrorDescription {
    package static func words(for error: any Error) -> String {
        let reason = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error ?? error
        guard let code = (reason as? POSIXError)?.code else { return (reason as NSError).localizedDescription }
        return String(cString: strerror(code.rawValue))
    }
}
