/// The ids of stored directory observations.
///
/// An observation is known by a hash of 128 bits with a secret seed: a hundred thousand active users take a few megabytes. There
/// are two generations: when the newer one is full, the older one is discarded, which keeps those that are in use.
struct ObservationCache: Sendable {
    private struct ObservationHash: Hashable, Sendable {
        let first: Int
        let second: Int

        init(_ observation: DirectoryObservation) {
            var hasher = Hasher()
            hasher.combine(observation)
            var extended = hasher
            extended.combine(0)
            first = hasher.finalize()
            second = extended.finalize()
        }
    }

    private let capacity: Int
    private var newer: [ObservationHash: Int64] = [:]
    private var older: [ObservationHash: Int64] = [:]

    /// - Parameter capacity: The number of observations in a generation.
    init(capacity: Int) { self.capacity = capacity }

    /// Returns the id of an observation.
    ///
    /// - Parameter store: Stores an observation that the cache does not know, and returns its id.
    mutating func id(of observation: DirectoryObservation, storing store: (DirectoryObservation) -> Int64) -> Int64 {
        let hash = ObservationHash(observation)
        if let known = newer[hash] { return known }
        let id = older[hash] ?? store(observation)
        if newer.count >= capacity { (older, newer) = (newer, [:]) }
        newer[hash] = id
        return id
    }
}
