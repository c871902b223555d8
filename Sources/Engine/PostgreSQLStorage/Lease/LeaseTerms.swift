/// The times of a lease.
enum LeaseTerms {
    /// The time for which the server keeps the lease of a process that it has not heard of.
    static let duration = Duration.milliseconds(2800)
    static let renewalInterval = Duration.milliseconds(250)
    /// The time after the beginning of a renewal for which a process may act outside.
    static let validity = Duration.milliseconds(600)
    /// The time after that, from which nothing that the process has sent may arrive any more: both are shorter than `duration`.
    static let lapse = Duration.milliseconds(1400)
    /// The time for which the next process does not act outside if the previous one has not released the lease: longer than `validity`.
    static let handover = Duration.milliseconds(700)
    /// The time for which a node that has connected again leaves the lease to the node that had it, whose connection the server may have
    /// ended too. It is over as soon as that node renews the lease.
    static let reconnection = Duration.seconds(1)
    static let reportInterval = Duration.seconds(1)
    /// The age of a node's last report from which the node counts as gone.
    static let nodeTimeout = Duration.seconds(3)
    /// The time between two attempts to take the lock of another process.
    static let attemptInterval = Duration.milliseconds(100)
}

extension Duration {
    /// The duration in whole milliseconds.
    var milliseconds: Int64 { Int64(self / .milliseconds(1)) }
}
