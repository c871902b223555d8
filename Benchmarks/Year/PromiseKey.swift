/// Whose appointment it is.
struct PromiseKey: Hashable, Comparable {
    var author: String
    var name: String

    static func < (left: PromiseKey, right: PromiseKey) -> Bool { (left.author, left.name) < (right.author, right.name) }
}
