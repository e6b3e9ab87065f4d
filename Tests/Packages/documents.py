"""What the documentation leads to: links of its pages, and the programs of its commands."""

import re
import shlex
import urllib.parse

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# `[words](target)` and `![words](target)`, the latter in the former as well.
LINK = re.compile(r"\]\(([^()\s]+)\)")


def anchors(text):
    """The names of its headings, as Markdown's readers make them."""
    found = []
    for heading in re.findall(r"^#+ (.*)$", FENCE.sub("", text), re.MULTILINE):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        found.append(re.sub(r"[^\w\- ]", "", plain).replace(" ", "-"))
    return found


def links(text):
    return LINK.findall(FENCE.sub("", text))


def dead_links(pages, is_there=lambda path: path.exists()):
    """`page: target` of each link that leads nowhere, of pages of one tree."""
    dead = []
    for page in pages:
        for target in links(page.read_text()):
            if target.startswith(("https://", "http://")):
                continue
            name, _, anchor = urllib.parse.unquote(target).partition("#")
            goal = (page.parent / name).resolve() if name else page
            if not is_there(goal) or (anchor and anchor not in anchors(goal.read_text())):
                dead.append(f"{page}: {target}")
    return dead


# What a shell has itself, and how it begins a command that follows.
BUILTINS = {"cd", "export", "echo", "printf", "read", "exec", "set", "trap", "kill", "wait", "true", "exit", "[", "case", "esac", "for",
            "in", "done", "fi", "shift", "continue", "source", "."}
PREFIXES = {"sudo", "do", "then", "else", "while", "until", "if", "!", "time", "env", "{", "}"}


def commands(script):
    """The first word of each command of a shell's lines."""
    found = []
    # Substitutions are commands of their own.
    script = re.sub(r"\$\(([^()]*)\)", lambda match: found.extend(commands(match[1])) or "x", script)
    script = re.sub(r"\\\n", " ", script)
    lexer = shlex.shlex(script, posix=True, punctuation_chars="();<>|&\n")
    lexer.whitespace = " \t"
    lexer.whitespace_split = True
    begins, redirects = True, False
    for word in lexer:
        if re.fullmatch(r"[;|&()\n]+", word):
            begins = True
        elif re.fullmatch(r"[<>&]+|[<>|&\n();]+", word):
            redirects = True
        elif redirects:
            redirects = False
        elif begins and word not in PREFIXES and not re.match(r"\w+=|-", word):
            begins = False
            if word not in BUILTINS:
                found.append(word)
    return found


def typed(text):
    """What a page of Markdown tells its readers to type: whole blocks of shell, and what stands behind a prompt."""
    for language, block in FENCE.findall(text):
        if language == "sh":
            yield block
        elif language == "console":
            yield from re.findall(r"^[$#] (.*(?:\n(?![$#] ).*)*?)$", block, re.MULTILINE)


def quoted(text):
    """Commands of ours within words: what is quoted and has an argument."""
    plain = re.sub(r"<!--.*?-->", "", FENCE.sub("", text), flags=re.DOTALL)
    return [command for command in re.findall(r"`([^`\n]+)`", plain) if re.match(r"(sudo )?[\w/.-]*peekpop[\w-]* ", command)]
