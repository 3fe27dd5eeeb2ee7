import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HOST_INFO_PATH, HOST_KEY_HEADER } from "../../../contracts/host-info.ts";
import { bwrapProblem } from "../launch/launch-bwrap.ts";
import { markedProcesses } from "../processes/process-tree.ts";
import {
  ask,
  type EngineUnderTest,
  engineUnderTest,
  sameOrigin,
  until,
} from "../testing/engine-under-test.ts";

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "tabwright-workspaces-"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function withEngine(
  options: Parameters<typeof engineUnderTest>[0],
  body: (under: EngineUnderTest) => Promise<void>,
): Promise<void> {
  const under = await engineUnderTest(options);
  try {
    await body(under);
  } finally {
    await under.stop();
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
};

describe("projects", () => {
  test("two tabs share the files of a project, and a restarted server still has them", async () => {
    const dataFolder = join(root, "data");
    await withEngine({ dataFolder }, async (under) => {
      const first = await under.boot("my project");
      const second = await under.boot("my project");
      await first.calls.writeFile("a", "1", null);
      expect(await second.calls.readFile("a", "utf8")).toBe("1");
      const other = await under.boot("other");
      await expect(other.calls.readFile("a", null)).rejects.toThrow(/^ENOENT/);
    });
    await withEngine({ dataFolder }, async (under) => {
      expect(await (await under.boot("my project")).calls.readFile("a", "utf8")).toBe("1");
    });
  });

  test.each(["..", ".", "a/b", "a\\b", "x".repeat(300), "é".repeat(100)])(
    "%# is no name of a project",
    async (name) => {
      await withEngine({ dataFolder: join(root, "names") }, async (under) => {
        await expect(under.boot(name)).rejects.toThrow("This cannot be the name of a project");
      });
    },
  );

  test("a folder of the person's own disk is offered by name and opened where it is", async () => {
    const folder = join(root, "own folder");
    mkdirSync(folder);
    writeFileSync(join(folder, "mine.txt"), "mine");
    await withEngine({ folders: [folder], dataFolder: join(root, "own-data") }, async (under) => {
      const info = await ask(under.ideHost, HOST_INFO_PATH, sameOrigin({ [HOST_KEY_HEADER]: under.hostKey }));
      const { folders } = JSON.parse(info.body) as { folders: { workdirName: string; label: string }[] };
      expect(folders).toEqual([
        { workdirName: expect.stringMatching(/^folder-own-folder-/), label: "own folder" },
      ]);
      const page = await under.boot(folders[0]?.workdirName ?? "");
      expect(await page.calls.readFile("mine.txt", "utf8")).toBe("mine");
      const { text } = await page.run("bash", "-c", "pwd; echo $TABWRIGHT_ENGINE");
      expect(text.split("\r\n")).toEqual([
        folder,
        JSON.stringify({ kind: "local", launcher: "none", servesOwnDisk: true, keepsFiles: true }),
        "",
      ]);
    });
  });
});

describe("processes", () => {
  test("keys of the server's environment are in no process of a project", async () => {
    const environment = { ...process.env, ANTHROPIC_API_KEY: "sk-secret", MY_TOKEN: "t" };
    await withEngine({ environment, dataFolder: join(root, "env") }, async (under) => {
      const page = await under.boot("env");
      const { text } = await page.run("bash", "-c", "env; tr '\\0' '\\n' < /proc/$PPID/environ");
      expect(text).not.toMatch(/sk-secret|MY_TOKEN|API_KEY/);
      expect(text).toContain("PATH=");
    });
  });

  test("a page that leaves takes its programs along, also those that left their parents; its files stay", async () => {
    await withEngine({ dataFolder: join(root, "leave") }, async (under) => {
      const page = await under.boot("leave");
      const program = await page.start(
        "bash",
        "-c",
        "setsid bash -c 'trap \"\" TERM; echo $$ > pid; while :; do sleep 1; done' & wait",
      );
      const file = join(under.data, "projects/leave/pid");
      await until(() => existsSync(file) && readFileSync(file, "utf8").endsWith("\n"));
      const pid = Number(readFileSync(file, "utf8"));
      expect([isAlive(pid), program.id]).toEqual([true, 1]);
      page.close();
      await until(() => !isAlive(pid));
      expect(await (await under.boot("leave")).calls.readFile("pid", "utf8")).toBe(`${pid}\n`);
    });
  });

  test("without a page the agent ends after the time of grace, and with one it stays", async () => {
    await withEngine({ graceMs: 200, dataFolder: join(root, "grace") }, async (under) => {
      const pid = async (): Promise<number> =>
        Number((await (await under.boot("grace")).run("bash", "-c", "echo $PPID")).text);
      const staying = await under.boot("grace");
      const agent = await pid();
      expect(await pid()).toBe(agent);
      await new Promise((resolve) => setTimeout(resolve, 400));
      expect(isAlive(agent)).toBe(true);
      staying.close();
    });
  });

  test("stopping the server leaves no process behind", async () => {
    const under = await engineUnderTest({ dataFolder: join(root, "stop") });
    const page = await under.boot("stop");
    const { text } = await page.run(
      "bash",
      "-c",
      "echo $TABWRIGHT_PROCESS; (setsid sleep 8639 >/dev/null 2>&1 &) ; sleep 0.1",
    );
    const mark = text.split(".")[0] ?? "";
    expect((await markedProcesses(mark)).length).toBeGreaterThan(1);
    await under.stop();
    expect(await markedProcesses(mark)).toEqual([]);
  });

  test("a program that cannot start is an error that says why", async () => {
    await withEngine({ dataFolder: join(root, "start") }, async (under) => {
      const { calls, run } = await under.boot("start");
      await calls.writeFile("text", "x", null);
      const request = {
        command: "ls",
        args: [],
        cwd: null,
        env: {},
        columns: 80,
        rows: 24,
        wantsOutput: true,
      };
      await expect(run("no-such")).rejects.toThrow("ENOENT: command not found, spawn 'no-such'");
      await expect(run("./missing")).rejects.toThrow(/^ENOENT: .*, spawn '.\/missing'/);
      await expect(run("./text")).rejects.toThrow(/^EACCES: .*, spawn '.\/text'/);
      await expect(run("")).rejects.toThrow(/^EINVAL/);
      await expect(calls.run({ ...request, cwd: "nowhere" })).rejects.toThrow(
        "ENOENT: no such file or directory, chdir 'nowhere'",
      );
      await expect(calls.run({ ...request, cwd: "../.." })).rejects.toThrow(/^EACCES: outside the project/);
      await expect(calls.run({ ...request, env: { "A=B": "x" } })).rejects.toThrow(/^EINVAL/);
      expect((await run("bash", "-c", "kill -9 $$")).code).toBe(137);
    });
  });
});

test("changes are reported with names relative to what is watched, and not those of skipped folders", async () => {
  await withEngine({ dataFolder: join(root, "watch") }, async (under) => {
    const page = await under.boot("watch");
    await page.calls.mkdir("src/deep", true);
    await page.calls.mkdir("node_modules/x", true);
    const watch = await page.calls.watch("src", true);
    await page.calls.writeFile("node_modules/x/a", "1", null);
    await page.calls.writeFile("top", "1", null);
    await page.run("bash", "-c", "echo 1 > src/deep/new.ts");
    await until(() => page.changes.some(([event, name]) => event === "rename" && name === "deep/new.ts"));
    await page.calls.writeFile("src/deep/new.ts", "2", null);
    await until(() => page.changes.some(([event, name]) => event === "change" && name === "deep/new.ts"));
    expect(new Set(page.changes.map(([, name]) => name))).toEqual(new Set(["deep/new.ts"]));
    await page.calls.unwatch(watch);
    const before = page.changes.length;
    await page.calls.writeFile("src/late", "1", null);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(page.changes.length).toBe(before);
    await expect(page.calls.watch("../..", true)).rejects.toThrow(/^EACCES/);
    await expect(page.calls.watch("nope", true)).rejects.toThrow(/^ENOENT/);
  });
});

describe.skipIf(bwrapProblem() !== undefined)("under bubblewrap", () => {
  test("a project sees itself, its own processes and read-only system folders, and nothing of the machine's files", async () => {
    await withEngine({ launch: undefined, dataFolder: join(root, "bwrap") }, async (under) => {
      const page = await under.boot("boxed");
      const bash = async (script: string): Promise<string> =>
        (await page.run("bash", "-c", script)).text.replaceAll("\r\n", "\n");
      expect(JSON.parse(await bash("echo $TABWRIGHT_ENGINE"))).toMatchObject({
        launcher: "bwrap",
        servesOwnDisk: false,
      });
      expect(await bash("pwd; ls -1 /home; ls -d /root /tmp/* /etc/shadow /work /var/lib 2>/dev/null")).toBe(
        "/home/project\nproject\ntabwright\n",
      );
      expect(await bash(`ls ${under.data} 2>&1 | tail -1`)).toContain("No such file");
      expect(await bash("touch /usr/x 2>&1; echo $?")).toMatch(/Read-only file system\n1\n$/);
      expect(Number(await bash("ls -d /proc/[0-9]* | wc -l"))).toBeLessThan(10);
      expect(await bash("cat /proc/*/environ | tr '\\0' '\\n' | grep -c API_KEY")).toBe("0\n");
      await bash("echo kept > file; echo kept > ~/.cache-file");
      expect(readFileSync(join(under.data, "projects/boxed/file"), "utf8")).toBe("kept\n");
      expect(await bash("node -p 40+2")).toContain("42");
    });
  });

  test("the network of the machine is there, and the server's own ports are of no use from inside", async () => {
    await withEngine({ launch: undefined, dataFolder: join(root, "bwrap-net") }, async (under) => {
      const page = await under.boot("net");
      const script = `const headers = { "sec-fetch-site": "same-origin", origin: process.argv[2] };
        const http = require("http");
        const ask = (url, method, body) => new Promise((done) => http.request(url, { method, headers }, (r) => { let t = ""; r.on("data", (c) => t += c); r.on("end", () => done(r.statusCode + " " + t.trim())); }).end(body));
        (async () => { console.log(await ask(process.argv[1] + "/tabwright/host.json", "GET")); headers.origin = process.argv[3]; console.log(await ask(process.argv[3] + "/session", "POST", "guess")); })();`;
      const { text } = await page.run(
        "node",
        "-e",
        script,
        `http://${under.ideHost}`,
        `http://${under.ideHost}`,
        under.engine.engineOrigin,
      );
      expect(text.split("\r\n").map((line) => line.slice(0, 3))).toEqual(["401", "403", ""]);
    });
  });
});
