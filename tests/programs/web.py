"""The web server: its description is valid, and every example of it works."""

import json
import os
import subprocess
import urllib.error
import urllib.parse
import urllib.request

from openapi_spec_validator import validate

EXE = os.environ["RULEBOOK_EXE"]
LIST = open("pasted.txt", encoding="utf-8").read()


def main():
    server = subprocess.Popen([EXE, "serve", "--port", "0"], stderr=subprocess.PIPE, text=True)
    try:
        base = server.stderr.readline().split()[-1]
        description = json.load(urllib.request.urlopen(base + "api/v1/openapi.json"))
        validate(description)
        assert set(description["paths"]) == {"/" + name for name in ["search", "show", "log", "diff", "rulings", "check", "sum"]}
        examples = {"clause": "dbm/recoiling", "query": "pikes", "at": "3.4", "as_of": "2022-01-01", "profile": "iwf", "ruleset": "dbm",
                    # no shipped document is proposed; what is empty counts as left out
                    "with": "", "wording": "both", "limit": "2", "all_editions": "false", "from": "3.1", "to": "3.4"}
        for path, methods in description["paths"].items():
            for method, operation in methods.items():
                names = [own["name"] for own in operation["parameters"]]
                query = urllib.parse.urlencode({name: examples[name] for name in names})
                url = base + "api/v1" + path + "?" + query
                text = LIST.encode() if method == "post" else None
                request = urllib.request.Request(url, data=text, headers={"Content-Type": "text/plain"} if text else {})
                try:
                    assert json.load(urllib.request.urlopen(request)), url
                except urllib.error.HTTPError as error:
                    raise AssertionError(f"{url}: {error.read().decode()}") from error
        # the same as JSON
        body = json.dumps({"text": LIST, "at": "3.4"}).encode()
        request = urllib.request.Request(base + "api/v1/check", data=body, headers={"Content-Type": "application/json"})
        answer = json.load(urllib.request.urlopen(request))
        done = subprocess.run([EXE, "check", "-", "--at", "3.4", "--format", "json"], input=LIST, capture_output=True, text=True)
        assert answer == json.loads(done.stdout)
    finally:
        server.terminate()
    assert server.wait(timeout=15) == 0, "it ends when it is terminated"
    print("web: passed")


main()
