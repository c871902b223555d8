import ArgumentParser

extension ArgumentHelp {
    static let configuration: ArgumentHelp = "Configuration file"
    static let configurations: ArgumentHelp = "Configuration file; given several times, one process runs several bots"
    static let dataDirectory = ArgumentHelp("Data directory (default: `store.path`)", valueName: "directory")
    static let encryptionKey = ArgumentHelp("File with the encryption key (default: the key's last source)", valueName: "file")
    static let jsonObject: ArgumentHelp = "Print one JSON object"
    static let jsonLines: ArgumentHelp = "Print one JSON object per line"
    static let jsonArray: ArgumentHelp = "Print a JSON array"
    static let since = ArgumentHelp("Start: an age such as 7d, a day, or an ISO 8601 time", valueName: "when")
    static let until = ArgumentHelp("End: an age such as 1h, a day, or an ISO 8601 time", valueName: "when")

    /// - Parameter purpose: A noun phrase such as `Channel to send to`.
    static func channel(_ purpose: String) -> ArgumentHelp {
        ArgumentHelp("\(purpose): a configured name, label, clan/#label or id", valueName: "channel")
    }
}

extension CompletionKind {
    static let configuration: CompletionKind = .file(extensions: ["yaml", "yml"])
}
