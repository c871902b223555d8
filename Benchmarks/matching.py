"""Looks for many words, phrases and patterns with the engines that Python has, for `soak matching`: matching.py JOB.json

Every measurement is a process of its own with a time limit. Engines read texts that are folded already; the folding's own cost is a row.
A line is: engine, kind, count, microseconds a message, seconds to load, MiB; or a sentence about what is missing.
"""
import json
import multiprocessing
import re
import sys
import time
import unicodedata

PATIENCE = 60  # seconds for one engine to load and to run; those that need more are said to have given up
MEASURED = 2.0  # seconds of messages, at most


def fold(text):
    text = unicodedata.normalize("NFD", text.lower()).replace("đ", "d")
    return "".join(letter for letter in text if not unicodedata.combining(letter))


def fold_pattern(text):
    text = unicodedata.normalize("NFD", text).replace("đ", "d").replace("Đ", "D")
    return "".join(letter for letter in text if not unicodedata.combining(letter))


def regular(kind, text):
    """What is sought as a regular expression over folded text."""
    if kind == "patterns":
        return fold_pattern(text)
    return (r"\b%s\b" if kind == "words" else "%s") % re.escape(fold(text))


def python_re(kind, texts):
    if kind == "patterns":
        compiled = [re.compile(regular(kind, text)) for text in texts]
        return lambda message: [pattern for pattern in compiled if pattern.search(message)]
    joined = "|".join(re.escape(fold(text)) for text in texts)
    return re.compile(r"\b(?:%s)\b" % joined if kind == "words" else joined).search


def google_re2(kind, texts):
    import re2
    options = re2.Options()
    options.max_mem = 512 << 20
    made = re2.Set.SearchSet(options)
    for text in texts:
        made.Add(regular(kind, text))
    made.Compile()
    return made.Match


def pyahocorasick(kind, texts):
    if kind == "patterns":
        return None
    import ahocorasick
    automaton = ahocorasick.Automaton()
    for index, text in enumerate(texts):
        automaton.add_word(fold(text), index)
    automaton.make_automaton()
    # Word boundaries would be one more test for each hit; it is left out in this engine's favour.
    return lambda message: list(automaton.iter(message))


def hyperscan_engine(kind, texts):
    import hyperscan
    database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
    expressions = [regular(kind, text).encode() for text in texts]
    database.compile(
        expressions=expressions, ids=list(range(len(texts))), elements=len(texts), flags=[hyperscan.HS_FLAG_SINGLEMATCH] * len(texts))

    def search(message):
        found = []
        database.scan(message.encode(), match_event_handler=lambda index, *_: found.append(index))
        return found

    return search


ENGINES = {"re": python_re, "google-re2": google_re2, "pyahocorasick": pyahocorasick, "hyperscan": hyperscan_engine}
MODULES = {"google-re2": "re2", "pyahocorasick": "ahocorasick", "hyperscan": "hyperscan"}


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096 / 2**20


def cost(action, messages):
    """Microseconds a message, over as many as fit into the time there is."""
    for message in messages[:200]:
        action(message)
    done, began = 0, time.perf_counter()
    while time.perf_counter() - began < MEASURED and done < len(messages):
        for message in messages[done:done + 50]:
            action(message)
        done += len(messages[done:done + 50])
    return (time.perf_counter() - began) / done * 1e6


def measure(engine, kind, texts, messages, answers):
    before, began = resident(), time.perf_counter()
    action = ENGINES[engine](kind, texts)
    if action is None:
        return answers.put(None)
    load = time.perf_counter() - began
    microseconds = cost(action, messages)
    answers.put((microseconds, load, resident() - before))


def measured(engine, row, messages):
    answers = multiprocessing.Queue()
    child = multiprocessing.Process(target=measure, args=(engine, row["kind"], row["texts"], messages, answers))
    child.start()
    began = time.monotonic()
    while time.monotonic() - began < PATIENCE and answers.empty() and child.is_alive():
        child.join(0.05)
    name = f"{engine}, {row['count']} {row['kind']}"
    if answers.empty():
        gave_up = child.is_alive()
        child.kill()
        return f"{name}: " + (f"gave up after {PATIENCE} s" if gave_up else "failed")
    answer = answers.get()
    child.join()
    if answer is None:
        return None
    return "\t".join([engine, row["kind"], str(row["count"])] + [f"{figure:.2f}" for figure in answer])


def main():
    with open(sys.argv[1]) as file:
        job = json.load(file)
    print(f"the folding alone: {cost(fold, job['messages']):.2f} us a message", flush=True)
    messages = [fold(message) for message in job["messages"]]
    for engine in ENGINES:
        try:
            if engine in MODULES:
                __import__(MODULES[engine])
        except ImportError:
            print(f"{engine}: not installed in this Python", flush=True)
            continue
        for row in job["rows"]:
            line = measured(engine, row, messages)
            if line:
                print(line, flush=True)
    for size in (16, 18, 20, 22):
        began = time.perf_counter()
        re.search("(a+)+$", "a" * size + "!")
        print(f"re: (a+)+$ on {size} letters: {(time.perf_counter() - began) * 1e6:.0f} us", flush=True)


main()
