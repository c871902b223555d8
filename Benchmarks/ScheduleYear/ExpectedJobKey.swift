/// The author and the name of a scheduled job.
struct ExpectedJobKey: Hashable, Comparable {
    var author: String
    var name: String

    static func < (left: ExpectedJobKey, right: ExpectedJobKey) -> Bool { (left.author, left.name) < (right.author, right.name) }
}
