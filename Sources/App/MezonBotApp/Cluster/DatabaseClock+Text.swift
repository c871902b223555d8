import ChatModel
import Logging
import PostgreSQLStorage

extension StatusReport {
    /// A description of a machine's clock that differs from that of the database server.
    ///
    /// - Parameter difference: The time by which the machine's is ahead, or negative behind.
    static func words(forClock difference: Duration) -> String {
        let seconds = Int(abs(difference / .seconds(1)).rounded())
        let direction = difference < .zero ? "behind" : "ahead of"
        return "the clock of this machine is \(seconds) s \(direction) that of the database server; the bot goes by the server's"
    }
}

extension DatabaseClock {
    /// Creates a clock whose differences are logged.
    convenience init(_ machine: any TimeSource, logger: Logger) {
        self.init(machine) { difference in
            if let difference {
                logger.warning("\(StatusReport.words(forClock: difference))")
            } else {
                logger.info("the clocks of this machine and of the database server agree")
            }
        }
    }
}
