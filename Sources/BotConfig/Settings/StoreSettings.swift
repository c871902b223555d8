import Foundation

/// Where the house keeps its databases.
package struct StoreSettings: Hashable, Sendable {
    /// The data folder: absolute, or relative to the folder of `config.yaml`, resolved.
    package var path: String
}

extension StoreSettings {
    init(_ node: ConfigNode?, folder: URL, _ findings: Findings) {
        path = folder.appending(path: "data").path
        guard let node, var map = MapReader(node, "'store'", findings) else { return }
        if let given = map.take("path", "The folder of the databases; `data` beside this file without it.")?.text(findings) {
            path = (given.hasPrefix("/") ? URL(fileURLWithPath: given) : folder.appending(path: given)).standardizedFileURL.path
        }
        map.finish()
    }
}
