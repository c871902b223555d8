@testable import BotTesting

/// Bots for Mezon's Python SDK that run with the adapter.
enum SDKProgram {
    private static let grants = "[reply, send, react, edit, delete, dm, ephemeral, tokens, request]"

    static func configuration(_ file: String) -> String {
        TestProgram.configuration(["python3", TestProgram.sample("mezon_adapter"), file], grants: grants)
    }

    /// Returns a clan with a bot whose handlers these are.
    static func clan(_ handlers: String) async throws -> TestClan {
        let folder = try TemporaryDirectory()
        let file = try TestProgram.write(
            """
            import asyncio
            from mezon import *
            client = MezonClient(client_id="1", api_key="")
            \(handlers)
            async def main():
                await client.login()
                await asyncio.Event().wait()
            asyncio.run(main())
            """, in: folder)
        let clan = try await TestClan(rules: configuration(file))
        withExtendedLifetime(folder) {}
        return clan
    }

    /// Returns a clan with a bot that handles a message in these lines.
    static func clan(handling lines: String...) async throws -> TestClan {
        try await clan(
            (["async def handle(message):", "    channel = await client.channels.fetch(message.channel_id)"]
                + lines.map { "    " + $0 } + ["client.on_channel_message(handle)"]).joined(separator: "\n"))
    }
}
