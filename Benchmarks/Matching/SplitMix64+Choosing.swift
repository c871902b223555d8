import ChatModel

extension SplitMix64 {
    mutating func element<Element>(of list: [Element]) -> Element { list[Int.random(in: list.indices, using: &self)] }
    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}
