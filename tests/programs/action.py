"""The action for pull requests and the hooks for commits: their commands run here, on the example of the book, with a forge on this machine."""

import http.server
import json
import os
import pathlib
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import threading

import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EXE = os.environ["RULEBOOK_EXE"]
MARK = "<!-- rulebook review -->"

# What the action uses of `gh`, against the forge of this test.
GH = """#!{python}
import argparse, json, os, subprocess, urllib.request
parser = argparse.ArgumentParser()
parser.add_argument("api")
parser.add_argument("path")
for name in ["--silent", "--paginate"]:
    parser.add_argument(name, action="store_true")
parser.add_argument("--method", default="GET")
parser.add_argument("--jq")
parser.add_argument("--field")
own = parser.parse_args()
body = None
if own.field:
    key, file = own.field.split("=@", 1)
    body = json.dumps({{key: open(file, encoding="utf-8").read()}}).encode()
headers = {{"Authorization": "Bearer " + os.environ["GH_TOKEN"]}}
request = urllib.request.Request(os.environ["FORGE"] + own.path, data=body, method=own.method, headers=headers)
answer = urllib.request.urlopen(request).read()
if own.jq:
    subprocess.run(["jq", "--raw-output", own.jq], input=answer, check=True)
elif not own.silent:
    print(answer.decode())
"""


class Forge(http.server.BaseHTTPRequestHandler):
    """A forge that keeps the comments of one pull request."""

    comments = []
    requests = []

    def do_GET(self):
        self.answer(self.comments)

    def do_POST(self):
        assert self.path == "/repos/club/rules/issues/7/comments", self.path
        self.comments.append({"id": len(self.comments) + 1, "user": {"type": "Bot"}, **self.body()})
        self.answer(self.comments[-1])

    def do_PATCH(self):
        number = int(self.path.rsplit("/", 1)[1])
        assert self.path == f"/repos/club/rules/issues/comments/{number}", self.path
        self.comments[number - 1].update(self.body())
        self.answer(self.comments[number - 1])

    def body(self):
        assert self.headers["Authorization"] == "Bearer token"
        return json.loads(self.rfile.read(int(self.headers["Content-Length"])))

    def answer(self, value):
        self.requests.append(self.command)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(value).encode())

    def log_message(self, *_):
        pass


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


def example(folder, state):
    """Writes the files that the chapter shows of a state."""
    chapter = (ROOT / "docs/src/review.md").read_text(encoding="utf-8")
    for path, text in re.findall(rf"^```{state}/(\S+)\n(.*?)^```$", chapter, re.DOTALL | re.MULTILINE):
        file = folder / ("rules/" + path if path.startswith("ferries/") else path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text.replace("~~~", "```"), encoding="utf-8")


def commit(folder, message):
    run("git", "add", "--all", cwd=folder)
    run("git", "-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "--quiet", "--message", message, cwd=folder)
    return run("git", "rev-parse", "HEAD", cwd=folder).strip()


def steps(folder, forge, base, bin_folder):
    """Runs the shell steps of the action for a pull request; returns its outputs, and the summary of the run."""
    known = {
        "inputs.rulebook": EXE,
        "inputs.arguments": "--ruleset ferries",
        "inputs.token": "token",
        "github.event.pull_request.base.sha": base,
        "github.event.pull_request.number": "7",
        "github.server_url": "https://forge.example",
        "github.repository": "club/rules",
        "github.run_id": "1",
        "github.action_path": str(ROOT / ".github/actions/review"),
    }
    action = yaml.safe_load((ROOT / ".github/actions/review/action.yml").read_text(encoding="utf-8"))
    temp = pathlib.Path(tempfile.mkdtemp(dir=bin_folder))
    env = {**os.environ, "PATH": f"{bin_folder}:{os.environ['PATH']}", "FORGE": forge, "RUNNER_TEMP": str(temp),
           "GITHUB_OUTPUT": str(temp / "output"), "GITHUB_STEP_SUMMARY": str(temp / "summary")}
    for step in action["runs"]["steps"]:
        if "run" in step:
            own = {key: re.sub(r"\$\{\{ (\S+) \}\}", lambda found: known[found[1]], value) for key, value in step["env"].items()}
            done = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]], cwd=folder, env={**env, **own},
                                  capture_output=True, text=True)
            assert done.returncode == 0, done.stderr
    assert (temp / "review.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    return (temp / "output").read_text().strip(), (temp / "summary").read_text(encoding="utf-8")


def action(work):
    folder = work / "clone"
    folder.mkdir()
    run("git", "init", "--quiet", "--initial-branch", "main", str(folder))
    example(folder, "published")
    base = commit(folder, "published")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Forge)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    forge = f"http://127.0.0.1:{server.server_port}/"
    gh = work / "gh"
    gh.write_text(GH.format(python=sys.executable))
    gh.chmod(gh.stat().st_mode | stat.S_IEXEC)

    # what others wrote is not touched
    Forge.comments.append({"id": 1, "user": {"type": "User"}, "body": MARK})
    example(folder, "draft")
    commit(folder, "the draft")
    output, summary = steps(folder, forge, base, work)
    assert output == "has-effect=true", output
    first = Forge.comments[1]["body"]
    assert first == summary and first.startswith(MARK), first
    for words in ["~~2~~ **3** points", "changed since", "Same words, another source", "Reds costs 30 points"]:
        assert words in first, (words, first)

    # the next push updates it
    sheet = folder / "rules/ferries/2.amend.md"
    sheet.write_text(sheet.read_text().replace('"3" in sentence', '"4" in sentence'))
    commit(folder, "dearer still")
    steps(folder, forge, base, work)
    assert len(Forge.comments) == 2 and "~~2~~ **4** points" in Forge.comments[1]["body"]
    assert Forge.requests == ["GET", "POST", "GET", "PATCH"], Forge.requests

    # no effect
    example(folder, "published")
    (folder / "README.md").write_text("Our rules.\n")
    commit(folder, "as published")
    output, _ = steps(folder, forge, base, work)
    assert output == "has-effect=false", output


def hooks(work):
    """Runs each hook on the files that pre-commit would give it."""
    folder = work / "clone"
    files = run("git", "ls-files", cwd=folder).split()
    env = {**os.environ, "PATH": f"{pathlib.Path(EXE).parent}:{os.environ['PATH']}"}

    def statuses():
        out = []
        for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")):
            given = [file for file in files if re.search(hook["files"], file)]
            assert given, hook["id"]
            command = hook["entry"].split() + (given if hook.get("pass_filenames", True) else [])
            done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True)
            out.append((hook["id"], done.returncode))
        return out

    assert statuses() == [("rulebook-check", 0), ("rulebook-fmt", 0)], statuses()
    # fmt changed nothing, and check finds what is wrong
    assert run("git", "status", "--porcelain", cwd=folder) == ""
    sheet = folder / "rules/ferries/2.amend.md"
    sheet.write_text(sheet.read_text().replace("this turn", "that turn", 1).replace("\n\n# ", "\n# "))
    assert statuses()[0] == ("rulebook-check", 1)
    assert "\n\n# Boarding" in sheet.read_text(), "fmt puts the blank line back"


def main():
    if not shutil.which("jq"):
        print("skipped: the action for pull requests (no jq)")
        return
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        action(work)
        hooks(work)
    print("action and hooks: passed")


main()
