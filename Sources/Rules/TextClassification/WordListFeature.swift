/// A list of words whose occurrence in a text a classifier weighs. Which texts have an entry of it, others decide: a classifier is given
/// its hits.
package struct WordListFeature: Hashable, Sendable {
    package var name: String
    /// A hash of the entries, by which a list that has changed since is recognized. It has no spaces.
    package var fingerprint: String

    package init(name: String, fingerprint: String) {
        self.name = name
        self.fingerprint = fingerprint
    }
}
