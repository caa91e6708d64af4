"""Runs the queries of docs/queries.md on the folder of a campaign, and checks the results: queries.py DIR"""

import csv
import os
import re
import sys
import time

import duckdb

LONGEST = 20.0  # seconds per question; each takes a tenth of a second on a quick study

text = open(os.path.join(os.path.dirname(__file__), "../docs/queries.md"), encoding="utf-8").read()
os.chdir(sys.argv[1])
view, *questions = re.findall(r"```sql\n(.*?)```", text, re.S)
assert len(questions) == 10, len(questions)
database = duckdb.connect()
database.execute(view)


def ask(number, query):
    begin = time.monotonic()
    rows = database.execute(query).fetchall()
    taken = time.monotonic() - begin
    print(f"question {number}: {len(rows)} rows in {taken:.2f} s")
    assert taken < LONGEST, f"question {number} took {taken:.1f} s"
    return rows


answers = [ask(number, query) for number, query in enumerate(questions, 1)]
assert answers[0] == [], "an answer is there twice"
assert all(answers[1:]), "a question has no answer"

# The rows give the same numbers as the tables of the report, which are made from tallies.
with open("summary.csv", encoding="utf-8") as file:
    rows = [row for row in csv.DictReader(file) if row["scalar"] == "f64"]
    # A variant that is asked about casts alone has no rate over the other families.
    told = {row["variant"]: 100 * float(row["failure"]) for row in rows if row["failure"]}
assert {"ericson", "certified", "epa-common"} <= told.keys()
asked = dict(answers[1])
assert told.keys() == asked.keys(), (told.keys(), asked.keys())
for variant, percent in asked.items():
    assert abs(percent - told[variant]) < 0.0051, (variant, percent, told[variant])
with open("failures.csv", encoding="utf-8") as file:
    counted = sum(int(row["off"]) + int(row["missed"]) + int(row["phantom"]) + int(row["gave_up"]) for row in csv.DictReader(file))
assert counted == database.execute("SELECT count(*) FROM answers WHERE ruling IN ('off', 'wrong', 'gave-up')").fetchone()[0]

# Columns have the types that the view declares, in every file: the view reads every column.
header = [name for name, *_ in database.execute("DESCRIBE answers").fetchall()]
with open("columns.md", encoding="utf-8") as file:
    rows = file.read().split("\n## `records/")[1].split("\n## ")[0]
assert header == re.findall(r"^\| `(\w+)`", rows, re.M), header

try:
    import pandas  # noqa: F401
except ModuleNotFoundError:
    print("pandas is not there: its block was not run")
else:
    begin = time.monotonic()
    for block in re.findall(r"```python\n(.*?)```", text, re.S):
        scope = {}
        exec(block, scope)
        assert len(scope["failures"]) == counted, (len(scope["failures"]), counted)
    print(f"pandas: {time.monotonic() - begin:.1f} s")
