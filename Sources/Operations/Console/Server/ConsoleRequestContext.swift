import Hummingbird
import NIOCore

/// The context of a request, with the connection on which it arrived.
struct ConsoleRequestContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}
