import ChatModel
import NIOCore

/// Runs actions on the event loop after a delay, measured by the injected time source. Confined to its event loop.
final class EventLoopTimers {
    private let loop: any EventLoop
    private let time: any TimeSource
    private var waiting: [Int: (task: Task<Void, Never>, action: () -> Void)] = [:]
    private var last = 0

    init(loop: any EventLoop, time: any TimeSource) {
        self.loop = loop
        self.time = time
    }

    @discardableResult
    func after(_ delay: Duration, _ action: @escaping () -> Void) -> Int {
        last += 1
        let id = last
        let boundSelf = NIOLoopBound(self, eventLoop: loop)
        let deadline = time.uptime + delay
        // The task waits for the injected clock and then runs the action on the event loop.
        let task = Task { [time, loop] in
            do { try await time.sleep(until: deadline) } catch { return }
            loop.execute { boundSelf.value.fire(id) }
        }
        waiting[id] = (task, action)
        return id
    }

    func cancel(_ id: Int) { waiting.removeValue(forKey: id)?.task.cancel() }

    func cancelAll() {
        for entry in waiting.values { entry.task.cancel() }
        waiting.removeAll()
    }

    private func fire(_ id: Int) { waiting.removeValue(forKey: id)?.action() }
}
