import Logging
import Storage

extension DataDirectory {
    /// Warns if other users of the machine can read the directory.
    func logExposures(to logger: Logger) {
        for exposure in exposures {
            logger.warning(
                "Data directory accessible to other users",
                metadata: ["store.exposure": "\(exposure.description)", "store.advice": "\(exposure.advice)"])
        }
    }
}
