/**
 * Text that small projects share, so that links need not carry it. Deflate looks back from its end, so the most usual text stands last.
 * It is part of the link format: every character is frozen. A better dictionary is a new codec beside this one.
 */
export const LINK_DICTIONARY_1 = `.DS_Store
coverage/
node_modules/
dist/
*.log
.env
# {"name":"
## Getting started

\`\`\`sh
npm install
npm run dev
npm test
\`\`\`
<!doctype html>
<html lang="en">
  <head>
    <meta charset="UTF-8" />
    <link rel="icon" type="image/svg+xml" href="/vite.svg" />
    <meta name="viewport" content="width=device-width, initial-scale=1.0" />
    <title></title>
    <link rel="stylesheet" href="./style.css" />
  </head>
  <body>
    <div id="root"></div>
    <div id="app"></div>
    <script type="module" src="/src/main.tsx"></script>
    <script type="module" src="/src/main.ts"></script>
  </body>
</html>
:root {
  font-family: system-ui, Avenir, Helvetica, Arial, sans-serif;
  line-height: 1.5;
  font-weight: 400;
  color-scheme: light dark;
  color: rgba(255, 255, 255, 0.87);
  background-color: #242424;
}
body {
  margin: 0;
  display: flex;
  place-items: center;
  min-width: 320px;
  min-height: 100vh;
}
button {
  border-radius: 8px;
  border: 1px solid transparent;
  padding: 0.6em 1.2em;
  font-size: 1em;
  font-family: inherit;
  cursor: pointer;
  transition: border-color 0.25s;
}
button:hover { border-color: #646cff; }
@media (prefers-color-scheme: light) {
{
  "compilerOptions": {
    "tsBuildInfoFile": "./node_modules/.tmp/tsconfig.app.tsbuildinfo",
    "target": "ES2022",
    "useDefineForClassFields": true,
    "lib": ["ES2022", "DOM", "DOM.Iterable"],
    "module": "ESNext",
    "skipLibCheck": true,
    "moduleResolution": "bundler",
    "allowImportingTsExtensions": true,
    "verbatimModuleSyntax": true,
    "moduleDetection": "force",
    "esModuleInterop": true,
    "resolveJsonModule": true,
    "isolatedModules": true,
    "noEmit": true,
    "jsx": "react-jsx",
    "strict": true,
    "noUnusedLocals": true,
    "noUnusedParameters": true,
    "noFallthroughCasesInSwitch": true,
    "noUncheckedIndexedAccess": true,
    "outDir": "dist",
    "rootDir": "src",
    "types": ["node"]
  },
  "include": ["src"],
  "exclude": ["node_modules", "dist"]
}
{
  "name": "",
  "private": true,
  "version": "0.0.0",
  "description": "",
  "license": "MIT",
  "type": "module",
  "main": "index.js",
  "scripts": {
    "start": "node src/index.js",
    "dev": "vite",
    "build": "tsc -b && vite build",
    "lint": "eslint .",
    "test": "vitest run",
    "preview": "vite preview"
  },
  "dependencies": {
    "express": "^4.21.0",
    "zod": "^3.24.0",
    "vue": "^3.5.0",
    "svelte": "^5.0.0",
    "react": "^19.2.0",
    "react-dom": "^19.2.0"
  },
  "devDependencies": {
    "@eslint/js": "^9.0.0",
    "@types/node": "^22.0.0",
    "@types/react": "^19.2.0",
    "@types/react-dom": "^19.2.0",
    "@vitejs/plugin-react": "^5.0.0",
    "eslint": "^9.0.0",
    "globals": "^16.0.0",
    "typescript": "~5.9.0",
    "typescript-eslint": "^8.0.0",
    "vite": "^7.0.0",
    "vitest": "^4.0.0"
  }
}
import { defineConfig } from 'vite'
import react from '@vitejs/plugin-react'

// https://vite.dev/config/
export default defineConfig({
  plugins: [react()],
  test: { environment: 'node' },
})
import express from "express";
const app = express();
app.use(express.json());
app.get("/", (req, res) => {
  res.status(404).json({ error: "Not found" });
});
const port = process.env.PORT ?? 3000;
app.listen(port, () => console.log(\`Listening on http://localhost:\${port}\`));
import { createRoot } from 'react-dom/client'
import { StrictMode } from 'react'
import './index.css'
import App from './App.tsx'

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
import { useEffect, useMemo, useRef, useState } from "react";
const [value, setValue] = useState<string | null>(null);
useEffect(() => {
  return () => {
  };
}, []);
<div className="" onClick={() => setCount((count) => count + 1)}>
<input type="text" value={value} onChange={(event) => setValue(event.target.value)} />
      </button>
    </div>
  );
}
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it, test, vi } from "vitest";
describe("", () => {
  it("returns ", async () => {
    expect(result).toBe(true);
    expect(result).toEqual([]);
    expect(() => ).toThrow();
    expect(result).toEqual({
      name: "",
      id: 1,
    });
  });
});
export type Result<T> = { ok: true; value: T } | { ok: false; error: string };
export interface Options {
  readonly name: string;
}
export class extends Error {
  constructor(private readonly message: string) {
    super(message);
    this.name = "Error";
  }
export async function (options: Options = {}): Promise<void> {
  const response = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  if (!response.ok) {
    throw new Error(\`HTTP \${response.status}\`);
  }
  for (const [key, value] of Object.entries(items)) {
    if (value === undefined) continue;
  }
  return items.filter((item) => item !== undefined).map((item) => item.name).join(", ");
}
export const = new Map<string, number>();
export default function App() {
  return (
export function (value: string, index: number): string {
  if (typeof value !== "string") {
    return undefined;
  }
  const result = 
  return result;
}
`;
