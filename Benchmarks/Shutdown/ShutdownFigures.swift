/// The figures of stops under load.
struct ShutdownFigures: Encodable {
    var stops = 0
    /// Stops that came before the bot listened to signals, and ended it as they end any process.
    var unheard = 0
    var secondSignals = 0
    /// Second signals that ended the process before the shutdown that the first one had begun.
    var endedAtOnce = 0
    var otherExitCodes = 0
    var late = 0
    /// The longest time from the last signal to the end of the process.
    var slowestSeconds = 0.0
    var processesLeft = 0
    var filesLeft = 0
    var asked = 0
    var lost = 0
    var duplicates = 0
    var outOfOrder = 0
    /// Deliveries that were not marked sent in the end, and other findings in the store.
    var storeErrors = 0

    var isGood: Bool {
        otherExitCodes + late + processesLeft + filesLeft + lost + duplicates + outOfOrder + storeErrors == 0
            && asked > 0 && unheard < stops && (secondSignals == 0 || endedAtOnce > 0)
    }

    var text: String {
        """
        stops \(stops), of which \(unheard) before the bot listened to signals; the slowest took \(slowestSeconds.short) s
        second signals \(secondSignals), of which \(endedAtOnce) ended the bot at once
        other exit codes \(otherExitCodes), late \(late), processes left \(processesLeft), files left \(filesLeft)
        questions \(asked), lost \(lost), duplicates \(duplicates), out of order \(outOfOrder), store errors \(storeErrors)
        """
    }
}
