/** What a process of a project may know of the person's environment. Everything else, keys of model providers above all, stays with the server. */
const PASSED = [
  "PATH",
  "LANG",
  "LANGUAGE",
  "TZ",
  "SHELL",
  "USER",
  "LOGNAME",
  "TMPDIR",
  "NODE_EXTRA_CA_CERTS",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "CURL_CA_BUNDLE",
  "GIT_SSL_CAINFO",
  "REQUESTS_CA_BUNDLE",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "http_proxy",
  "https_proxy",
  "no_proxy",
  "npm_config_registry",
  "JAVA_HOME",
  "GOPATH",
  "CARGO_HOME",
  "RUSTUP_HOME",
  "PNPM_HOME",
  "NVM_DIR",
  "PLAYWRIGHT_BROWSERS_PATH",
];

/** The harmless variables of the environment that the server was started with. */
export function projectEnvironment(environment: NodeJS.ProcessEnv): Record<string, string> {
  const passed = Object.entries(environment).filter(
    ([name, value]) => value !== undefined && (PASSED.includes(name) || name.startsWith("LC_")),
  );
  return { ...(Object.fromEntries(passed) as Record<string, string>), COLORTERM: "truecolor" };
}
