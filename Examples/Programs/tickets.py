"""*ticket text: passes a request on to a tracker on the web, and answers when the tracker has."""
import json, sys


def tell(**line):
    print(json.dumps(line), flush=True)


def actions(event):
    if "command" in event:
        text = event["command"]["text"]
        if not text:
            return [{"reply": "What is it about? Write *ticket text"}]
        # With secrets: { tracker: "${env:TRACKER_KEY}" } in the configuration, and the header
        # "headers": {"Authorization": {"secret": "tracker", "prefix": "Bearer "}}, the host adds a key that this program never sees.
        return [{"request": {"name": "ticket", "url": event["config"]["tracker"], "json": {"text": text}, "note": text}}]
    response = event["event"]
    if response.get("status") != 201:
        return [{"reply": f"The tracker has not taken it: {response.get('failure') or response['status']}"}]
    return [{"reply": f"Ticket {json.loads(response['text'])['number']}: {response['note']}"}]


tell(hello=1, summary="Opens tickets: *ticket text.", commands=[{"name": "ticket", "arguments": "text"}], events=["response"])
for line in map(json.loads, sys.stdin):
    tell(turn=line["turn"], actions=actions(line))
