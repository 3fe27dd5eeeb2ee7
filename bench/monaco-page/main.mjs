import * as monaco from "monaco-editor/editor";
import EditorWorker from "monaco-editor/editor/editor.worker?worker";

globalThis.MonacoEnvironment = { getWorker: () => new EditorWorker() };
monaco.editor.create(document.getElementById("editor"), {
  value: "const answer = 42;\n",
  language: "plaintext",
});
