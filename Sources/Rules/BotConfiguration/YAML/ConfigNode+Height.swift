extension ConfigNode {
    /// The number of levels, including the node itself.
    var height: Int {
        switch kind {
        case .scalar: 1
        case .list(let items): 1 + (items.map(\.height).max() ?? 0)
        case .map(let entries): 1 + (entries.map(\.value.height).max() ?? 0)
        }
    }
}
