/// A process that runs the bot of a store, or stands by to.
package struct ClusterNode: Hashable, Sendable {
    /// The name, which no other process of the store has at the same time.
    package var name: String
    /// An identifier of the process that no other one has had.
    package var process: String
    package var pid: Int32
    package var version: String

    package init(name: String, process: String, pid: Int32, version: String) {
        self.name = name
        self.process = process
        self.pid = pid
        self.version = version
    }
}
