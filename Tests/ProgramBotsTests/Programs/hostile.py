"""A program that misbehaves as the message asks for."""
import json
import os
import subprocess
import sys
import time

print('{"hello":1,"events":["message"]}', flush=True)
for line in sys.stdin:
    event = json.loads(line)
    turn, text = event["turn"], event["event"]["text"]

    def answer(*actions):
        return json.dumps({"turn": turn, "actions": list(actions)}) + "\n"

    output = answer({"reply": "ok: " + text})
    if text == "wrong turn":
        output = json.dumps({"turn": turn + 1, "actions": []}) + "\n"
    elif text == "no turn":
        output = '{"actions":[]}\n'
    elif text == "twice":
        output = answer({"reply": "once"}) * 2
    elif text == "not json":
        output = "Traceback (most recent call last):\x1b[2J\n"
    elif text == "deep":
        output = "[" * 100_000 + "\n"
    elif text == "long line":
        output = "x" * 10_000_000 + "\n"
    elif text == "endless":
        while True:
            sys.stdout.write("x" * 65536)
    elif text == "flood":
        output = answer() * 500_000
    elif text == "unknown action":
        output = answer({"fly": {}})
    elif text == "unknown key":
        output = answer({"reply": {"text": "a", "colour": "red"}})
    elif text == "not granted":
        output = answer({"reply": "a"}, {"kick": {"user": "1"}})
    elif text == "bad id":
        output = answer({"dm": {"user": "me", "text": "a"}})
    elif text == "other clan":
        output = answer({"send": {"in": "12345", "text": "a"}})
    elif text == "many actions":
        output = answer(*[{"reply": "a"}] * 51)
    elif text == "refuse":
        output = json.dumps({"turn": turn, "error": "no idea"}) + "\n"
    elif text == "reads":
        output = json.dumps({"turn": turn, "read": "weather"}) + "\n"
    elif text == "read forever":
        output = json.dumps({"turn": turn, "read": "id"}) + "\n"
        while True:
            sys.stdout.write(output)
            sys.stdout.flush()
            sys.stdin.readline()
    elif text == "die":
        print("out of \x1b[31mluck", file=sys.stderr, flush=True)
        sys.exit(3)
    elif text == "leave a child":
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
        os._exit(4)
    elif text == "noise":
        sys.stderr.write("y" * 10_000_000 + "\n" + "z\n" * 100_000)
    elif text == "hang":
        time.sleep(1000)
    elif text == "pid":
        output = answer({"reply": str(os.getpid()) + " " + str(time.time_ns())})
    sys.stdout.write(output)
    sys.stdout.flush()
