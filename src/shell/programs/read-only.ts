/** The options with which a program only reads. Anything else is refused. */
export interface ReadOnlyRow {
  /** Letters of short options without a value. */
  readonly letters: string;
  /** Letters of short options with a value, glued or as the next word. */
  readonly valueLetters?: string;
  /** Long options, or single-dash words of `find`; a value after `=` is fine. */
  readonly longs?: readonly string[];
  /** Long options whose value is the next word. */
  readonly valueLongs?: readonly string[];
  /** Accepts `-20` as a count. */
  readonly counts?: true;
  readonly maxOperands?: number;
  /** What every operand must begin with. */
  readonly operandStart?: string;
  /** No option of this program does anything but read, so a glob may stand where options may. */
  readonly harmless?: true;
}

const words = (text: string): string[] => text.split(" ").filter((word) => word !== "");
const table = new Map<string, ReadOnlyRow>();
const add = (names: string, row: ReadOnlyRow): void => {
  for (const name of names.split(", ")) table.set(name, row);
};

add("ls", {
  letters: "1aAbBcCdfFghHiklLmnNopqQrRsStuUvwxXZ",
  longs: words(
    "--all --almost-all --color --human-readable --recursive --reverse --size --sort --time --directory --classify --group-directories-first --full-time --help --version",
  ),
  harmless: true,
});
add("cat, tac, nl, rev", {
  letters: "AbeEnstTuv",
  longs: words("--number --show-all --help --version"),
  harmless: true,
});
add("head, tail", {
  letters: "qvz",
  valueLetters: "nc",
  longs: words("--lines --bytes --quiet --verbose --help --version"),
  counts: true,
  harmless: true,
});
add("wc", {
  letters: "clmLw",
  longs: words("--lines --words --bytes --chars --help --version"),
  harmless: true,
});
add("echo", { letters: "neE", harmless: true });
add("pwd", { letters: "LP" });
add("cd", { letters: "LP", maxOperands: 1 });
add("true, false", { letters: "" });
add("which, type", { letters: "aptfP" });
add("command", { letters: "vVp" });
add("basename, dirname, realpath, readlink", { letters: "afsmeLPqz", longs: words("--relative-to --help") });
add("stat, file", {
  letters: "bhLiktz",
  valueLetters: "cf",
  longs: words("--format --printf --brief --mime-type"),
  harmless: true,
});
add("du, df", {
  letters: "abchHiklLmsxT",
  valueLetters: "dt",
  longs: words("--max-depth --human-readable --summarize --total --apparent-size"),
  harmless: true,
});
add("whoami, id, uname, uptime, nproc, arch, groups", { letters: "agGnrumsvpo", maxOperands: 1 });
add("ps", { letters: "aefujlxAN", valueLetters: "opC", maxOperands: 1 });
add("date", {
  letters: "uRI",
  valueLetters: "d",
  longs: words("--utc --iso-8601 --rfc-3339 --date"),
  operandStart: "+",
});
add("md5sum, sha1sum, sha256sum, cksum", { letters: "bt" });
add("diff, cmp", {
  letters: "aBbcdeEiNqrsuwyZ",
  valueLetters: "UCL",
  longs: words("--brief --unified --recursive --color --stat"),
});
add("cut", {
  letters: "ns",
  valueLetters: "bcdf",
  longs: words("--delimiter --fields --bytes --characters"),
});
add("tr", { letters: "cCdst" });
add("column", { letters: "tx", valueLetters: "scN" });
add("uniq", {
  letters: "cdDiu",
  valueLetters: "fsw",
  longs: words("--count --repeated --unique"),
  maxOperands: 1,
});
add("sort", {
  letters: "bcdfghiMnrRsuVz",
  valueLetters: "kt",
  longs: words(
    "--numeric-sort --reverse --unique --key --field-separator --human-numeric-sort --version-sort",
  ),
});
add("grep, egrep, fgrep", {
  letters: "abcEFGhHilLnoPqrRsTuvVwxyzZ",
  valueLetters: "ABCmef",
  longs: words(
    "--include --exclude --exclude-dir --color --line-number --ignore-case --recursive --count --files-with-matches --files-without-match --word-regexp --invert-match --only-matching --max-count --context --after-context --before-context --regexp --fixed-strings --extended-regexp --perl-regexp --no-filename --with-filename --quiet --help --version",
  ),
  valueLongs: words(
    "--max-count --context --after-context --before-context --regexp --include --exclude --exclude-dir",
  ),
  counts: true,
  harmless: true,
});
add("rg", {
  letters: "abcFhHilLnNoPqsSuUvVwx0.p",
  valueLetters: "ABCmegtTMjr",
  longs: words(
    "--glob --type --type-not --hidden --no-ignore --files --files-with-matches --line-number --no-heading --heading --ignore-case --smart-case --fixed-strings --word-regexp --count --context --max-count --max-depth --color --sort --stats --json --only-matching --multiline --invert-match --version --help",
  ),
  valueLongs: words("--glob --type --type-not --context --max-count --max-depth --color --sort"),
});
add("find", {
  letters: "LHP",
  counts: true,
  longs: words(
    "-name -iname -path -ipath -wholename -type -maxdepth -mindepth -size -mtime -mmin -atime -ctime -newer -print -print0 -not -o -a -and -or -prune -empty -regex -iregex -regextype -perm -user -group -readable -writable -executable -true -false -ls -xtype -depth -mount -xdev",
  ),
});
add("tree", {
  letters: "adfiJhLpPsC",
  valueLetters: "LPI",
  longs: words("--gitignore --dirsfirst --noreport"),
});

const GIT_OUTPUT = words(
  "--oneline --stat --shortstat --numstat --name-only --name-status --cached --staged --patch --no-patch --graph --decorate --all --abbrev-commit --author --since --until --after --before --grep --format --pretty --date --reverse --follow --no-color --color --word-diff --ignore-all-space --ignore-space-change --diff-filter --merges --no-merges --first-parent --max-count --skip --unified --summary --check --no-ext-diff --no-textconv --no-pager --no-renames --find-renames --exit-code --quiet --raw --minimal --histogram --patience --branches --tags --remotes --left-right --cherry-pick --topo-order --function-context",
);
add("git log, git diff, git show", {
  letters: "pubwzsiEFPRcm",
  valueLetters: "nUGSLMC",
  longs: GIT_OUTPUT,
  counts: true,
});
add("git status", {
  letters: "sbvuz",
  longs: words(
    "--short --branch --porcelain --long --untracked-files --ignored --no-renames --verbose --show-stash --ahead-behind",
  ),
});
add("git blame", {
  letters: "wlsetpf",
  valueLetters: "LMC",
  longs: words("--porcelain --line-porcelain --show-name --show-number --show-email --date"),
});
add("git rev-parse", {
  letters: "q",
  longs: words(
    "--short --abbrev-ref --show-toplevel --git-dir --is-inside-work-tree --verify --quiet --show-prefix --show-cdup --symbolic-full-name",
  ),
});
add("git ls-files", {
  letters: "cdmoiszktv",
  valueLetters: "x",
  longs: words(
    "--cached --deleted --modified --others --ignored --stage --exclude-standard --full-name --error-unmatch --exclude --unmerged --killed",
  ),
});

/** Rows by program, and for git by subcommand. */
export const READ_ONLY_ROWS: ReadonlyMap<string, ReadOnlyRow> = table;

/** Programs that only bound or measure what they start. */
export const READ_ONLY_WRAPPERS: ReadonlySet<string> = new Set(["timeout", "gtimeout", "nice", "time"]);
