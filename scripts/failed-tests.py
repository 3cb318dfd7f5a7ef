"""Prints, as a pattern for the test runner's --filter, the tests that failed in a run; nothing if it did not end.

failed-tests.py EVENTS: the file that --event-stream-output-path named, a JSON object a line.
"""

import json
import re
import sys

failed = []
ended = False
with open(sys.argv[1], encoding="utf-8") as events:
    for line in events:
        try:
            event = json.loads(line)
        except ValueError:
            break  # A run that was ended writes half a line at most.
        payload = event.get("payload", {})
        ended = ended or payload.get("kind") == "runEnded"
        if payload.get("kind") != "issueRecorded" or payload.get("issue", {}).get("isKnown"):
            continue
        # Module.Suite/function(_:)/File.swift:line:column; the pattern is of a test without its place.
        test = re.sub(r"/[^/]+\.swift:\d+:\d+$", "", payload.get("testID", ""))
        if test and test not in failed:
            failed.append(test)
if ended:
    print("|".join(re.escape(test) for test in failed))
