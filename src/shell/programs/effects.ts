/** What a program's operands are to it. */
export type OperandUse =
  | "reads"
  | "writes"
  | "removes"
  /** All but the last are read, the last is written. */
  | "copies"
  /** All but the last are removed, the last is written. */
  | "moves"
  /** Addresses that it contacts. */
  | "hosts"
  /** `host:path` names another machine; the last is written. */
  | "transfers"
  /** Texts without a meaning for files and hosts. */
  | "texts";

export type EffectAction = "installs" | "publishes" | "pushes" | "deletes" | "elevates";

export type OpaqueReason =
  | "project-code"
  | "file-code"
  | "package-scripts"
  | "remote-machine"
  | "inline-code";

export interface EffectRow {
  readonly operands: OperandUse;
  /** Operands in front that are no files: a pattern, a mode, a script. */
  readonly skip?: number;
  readonly valueFlags?: readonly string[];
  /** Flags whose value is a file that it writes. */
  readonly writeFlags?: readonly string[];
  /** Flags whose value leaves the machine. */
  readonly sendFlags?: readonly string[];
  /** Flags that make it write its operands (`sed -i`). */
  readonly inPlaceFlags?: readonly string[];
  readonly actions?: readonly EffectAction[];
  /** Flag that adds an action. */
  readonly actionFlags?: Readonly<Record<string, EffectAction>>;
  /** A host that it contacts and that the command does not name. */
  readonly contacts?: string;
  /** Why what it does further cannot be told from the command. */
  readonly opaque?: OpaqueReason;
  /** Files that it writes without naming them. */
  readonly alsoWrites?: string;
}

const words = (text: string): string[] => text.split(" ").filter((word) => word !== "");
const table = new Map<string, EffectRow>();
const add = (names: string, row: EffectRow): void => {
  for (const name of names.split(", ")) table.set(name, row);
};

add(
  "ls, cat, head, tail, wc, file, stat, du, df, less, more, nl, od, xxd, hexdump, base64, strings, md5sum, sha1sum, sha256sum, cksum, diff, cmp, comm, column, tac, rev, fold, realpath, readlink, tree, bat, [, zcat",
  { operands: "reads", valueFlags: words("-n -c --lines --bytes -d --delimiter -s -w -t -I -L") },
);
add("grep, egrep, fgrep, rg, ag", {
  operands: "reads",
  skip: 1,
  valueFlags: words(
    "-A -B -C -m -e -f -g --glob -t --type --max-count --context --include --exclude --exclude-dir",
  ),
});
add("awk, gawk, mawk", { operands: "reads", skip: 1, valueFlags: words("-F -v -f"), opaque: "inline-code" });
add("jq, cut, paste, join, tr", {
  operands: "reads",
  skip: 1,
  valueFlags: words("-d -f -c -b --arg --argjson --indent"),
});
add("sort", {
  operands: "reads",
  valueFlags: words("-k -t -S -T --key --field-separator"),
  writeFlags: words("-o --output"),
});
add("uniq", { operands: "copies", valueFlags: words("-f -s -w") });
add("sed", {
  operands: "reads",
  skip: 1,
  valueFlags: words("-e -f --expression --file"),
  inPlaceFlags: words("-i --in-place"),
});
add(
  "echo, printf, true, false, :, pwd, cd, pushd, popd, test, exit, return, break, continue, shift, set, unset, export, declare, local, typeset, readonly, alias, unalias, type, which, whereis, command, hash, wait, jobs, bg, fg, sleep, date, cal, uname, whoami, id, hostname, uptime, free, ps, top, pgrep, lsof, seq, expr, let, basename, dirname, yes, env, printenv, read, umask, ulimit, getopts, shopt, nproc, tty, stty, clear, history, times, locale, arch, groups, nice, ionice, time, exec, tput, lscpu, mapfile, readarray, xargs, disown, trap, kill, pkill, killall, nohup, timeout, logger",
  { operands: "texts" },
);
add("touch, mkdir, tee, truncate, mktemp, mkfifo", {
  operands: "writes",
  valueFlags: words("-m --mode -d --date -t -r -s --size -p --tmpdir --suffix"),
});
add("chmod, chown, chgrp", { operands: "writes", skip: 1 });
add("cp, ln, install", {
  operands: "copies",
  valueFlags: words("-m -o -g -S --suffix"),
  writeFlags: words("-t --target-directory"),
});
add("mv", { operands: "moves", writeFlags: words("-t --target-directory") });
add("rm, rmdir, unlink, shred", { operands: "removes", actions: ["deletes"] });
add("dd", { operands: "texts" });
add("patch", {
  operands: "writes",
  valueFlags: words("-p -i -d"),
  alsoWrites: "the files that the patch names",
});
add("tar", {
  operands: "texts",
  valueFlags: words("-C --directory"),
  writeFlags: words("-C --directory"),
  alsoWrites: "the archive or the files in it",
});
add("unzip, gunzip, bunzip2, unxz, 7z", {
  operands: "reads",
  writeFlags: words("-d"),
  alsoWrites: "the files in the archive",
});
add("zip, gzip, bzip2, xz", { operands: "writes" });
add("split, csplit", { operands: "reads", alsoWrites: "the parts" });
add("curl", {
  operands: "hosts",
  valueFlags: words(
    "-X --request -H --header -A --user-agent -e --referer -u --user -m --max-time --connect-timeout -b --cookie -w --write-out --retry -x --proxy --resolve -K --config --cacert --cert --key -r --range --limit-rate --retry-delay",
  ),
  writeFlags: words("-o --output -c --cookie-jar -D --dump-header --trace --trace-ascii"),
  sendFlags: words(
    "-d --data --data-raw --data-binary --data-urlencode --data-ascii --json -F --form -T --upload-file",
  ),
});
add("wget", {
  operands: "hosts",
  valueFlags: words("-T --timeout -t --tries -U --user-agent --header -e -w"),
  writeFlags: words("-O --output-document -P --directory-prefix -o --output-file"),
  sendFlags: words("--post-data --post-file --body-data --body-file"),
  alsoWrites: "the downloaded file",
});
add("http, https, xh", { operands: "hosts" });
add("ping, dig, nslookup, host, nc, ncat, telnet, traceroute, whois", {
  operands: "hosts",
  valueFlags: words("-c -w -W -i -p -t"),
});
add("ssh", {
  operands: "hosts",
  valueFlags: words("-i -p -l -o -F -L -R -D -J -b -c -m -S -W"),
  opaque: "remote-machine",
});
add("scp, sftp", { operands: "transfers", valueFlags: words("-i -P -o -F -c -l -S") });
add("rsync", {
  operands: "transfers",
  valueFlags: words("-e --rsh --exclude --include --filter -f --exclude-from"),
  actionFlags: { "--delete": "deletes", "--remove-source-files": "deletes" },
});
add("find", { operands: "reads" });
add(
  "node, deno, bun, tsx, ts-node, python, python3, ruby, perl, php, java, go, cargo, rustc, gcc, make, cmake, ninja, just, task, gradle, mvn, bash, sh, zsh, dash, ash, ksh, source, .",
  {
    operands: "texts",
    opaque: "file-code",
  },
);
add(
  "playwright, vitest, jest, mocha, ava, cypress, hurl, tsc, eslint, prettier, biome, vite, next, webpack, rollup, esbuild, turbo, nx, oxlint, knip, storybook",
  { operands: "texts", opaque: "project-code" },
);
add("playwright install", {
  operands: "texts",
  actions: ["installs"],
  contacts: "the download server of Playwright",
});
add(
  "git status, git log, git diff, git show, git blame, git rev-parse, git ls-files, git describe, git shortlog, git grep, git reflog, git cat-file, git merge-base, git name-rev",
  {
    operands: "texts",
    writeFlags: ["--output"],
  },
);
add("git branch, git tag, git remote, git config, git worktree, git notes, git bisect", {
  operands: "texts",
  alsoWrites: "the repository's own records",
  actionFlags: { "-D": "deletes", "-d": "deletes", "--delete": "deletes" },
});
add(
  "git add, git commit, git merge, git rebase, git cherry-pick, git revert, git am, git apply, git init, git mv, git switch",
  {
    operands: "texts",
    alsoWrites: "the repository and its working files",
  },
);
add("git checkout, git restore, git reset, git stash", {
  operands: "texts",
  alsoWrites: "the repository and its working files; changes that were not committed may be lost",
  actionFlags: { "--hard": "deletes", drop: "deletes", clear: "deletes" },
});
add("git clean", {
  operands: "removes",
  actions: ["deletes"],
  alsoWrites: "every file that git does not track",
});
add("git rm", { operands: "removes", actions: ["deletes"] });
add("git push", {
  operands: "hosts",
  actions: ["pushes"],
  contacts: "the remote of the repository",
  valueFlags: words("-o --push-option --repo"),
  actionFlags: { "--delete": "deletes", "-d": "deletes" },
});
add("git pull, git fetch, git submodule, git ls-remote", {
  operands: "hosts",
  contacts: "the remote of the repository",
  alsoWrites: "the repository and its working files",
});
add("git clone", {
  operands: "hosts",
  valueFlags: words("-b --branch --depth -o --origin"),
  alsoWrites: "the new folder of the clone",
});

const REGISTRY = "the configured package registry";
for (const manager of ["npm", "pnpm", "yarn", "bun"]) {
  const named = (subcommands: string): string =>
    words(subcommands)
      .map((name) => `${manager} ${name}`)
      .join(", ");
  add(named("install i add ci update up upgrade uninstall remove rm link dedupe rebuild import"), {
    operands: "texts",
    actions: ["installs"],
    contacts: REGISTRY,
    opaque: "package-scripts",
    alsoWrites: "node_modules, package.json and the lock file",
  });
  add(named("publish unpublish deprecate dist-tag"), {
    operands: "texts",
    actions: ["publishes"],
    contacts: REGISTRY,
    opaque: "package-scripts",
  });
  add(named("run run-script test t start stop restart build dev exec x dlx create init"), {
    operands: "texts",
    opaque: "project-code",
  });
  add(
    named(
      "ls list outdated view info why audit search root bin prefix version config get ping whoami explain",
    ),
    {
      operands: "texts",
      contacts: REGISTRY,
    },
  );
}
add("npm audit fix", {
  operands: "texts",
  actions: ["installs"],
  contacts: REGISTRY,
  opaque: "package-scripts",
});
add("yarn", { operands: "texts", actions: ["installs"], contacts: REGISTRY, opaque: "package-scripts" });
add(
  "pip install, pip3 install, pip uninstall, uv add, uv sync, poetry add, poetry install, gem install, cargo install, cargo add, go install, go get, brew install, apt install, apt-get install, apk add, yum install, dnf install, pacman -S, snap install, corepack enable, corepack prepare, rustup install, nvm install, composer install, composer require",
  { operands: "texts", actions: ["installs"], contacts: REGISTRY, opaque: "package-scripts" },
);
add(
  "cargo publish, gem push, twine upload, poetry publish, docker push, vercel, netlify deploy, fly deploy, wrangler deploy, wrangler publish, firebase deploy, surge, gh release, gh-pages, kubectl apply, terraform apply, pulumi up, sam deploy, serverless deploy",
  {
    operands: "texts",
    actions: ["publishes"],
    contacts: "the service that it publishes to",
    opaque: "remote-machine",
  },
);
add("docker rm, docker rmi, docker volume, docker system, kubectl delete, terraform destroy", {
  operands: "texts",
  actions: ["deletes"],
  opaque: "remote-machine",
});
add("gh, aws, gcloud, az, kubectl, docker, psql, mysql, redis-cli, mongosh, terraform", {
  operands: "texts",
  opaque: "remote-machine",
});

/** Rows by program, or by program and subcommand. */
export const EFFECT_ROWS: ReadonlyMap<string, EffectRow> = table;

/** Flags of programs with subcommands that take the next word and stand before the subcommand. */
export const FLAGS_BEFORE_SUBCOMMAND: ReadonlyMap<string, readonly string[]> = new Map([
  ["git", words("-C -c --git-dir --work-tree --namespace --exec-path --config-env")],
  ["npm", words("--prefix -w --workspace -C")],
  ["pnpm", words("-C --dir -F --filter")],
  ["yarn", words("--cwd")],
  ["bun", words("--cwd")],
]);
