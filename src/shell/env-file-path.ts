/** Whether a path is an env file: `.env`, `.env.<suffix>` or `<name>.env`. */
export function isEnvFilePath(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return name === ".env" || name.startsWith(".env.") || (name.endsWith(".env") && name.length > 4);
}
