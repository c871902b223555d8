/// A FIFO queue whose elements are taken from the front in amortized constant time.
struct IRCQueue<Element>: Sendable where Element: Sendable {
    private var elements: [Element?] = []
    private var head = 0

    var count: Int { elements.count - head }
    var isEmpty: Bool { count == 0 }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        guard head < elements.count else { return nil }
        let element = elements[head]
        elements[head] = nil
        head += 1
        if head == elements.count || head >= 1024 && head * 2 >= elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }

    mutating func removeAll(where isOut: (Element) -> Bool) {
        elements = elements[head...].filter { $0.map { !isOut($0) } ?? false }
        head = 0
    }

    func contains(where isIt: (Element) -> Bool) -> Bool {
        elements[head...].contains { $0.map(isIt) ?? false }
    }

    var all: [Element] { elements[head...].compactMap { $0 } }
}
