import * as monaco from "monaco-editor";
import CssWorker from "monaco-editor/language/css/css.worker?worker";
import EditorWorker from "monaco-editor/editor/editor.worker?worker";
import HtmlWorker from "monaco-editor/language/html/html.worker?worker";
import JsonWorker from "monaco-editor/language/json/json.worker?worker";
import TypeScriptWorker from "monaco-editor/language/typescript/ts.worker?worker";

/** Modules that the editor cannot see because their types are not loaded: nothing that is wrong with the file. */
const UNSEEN_TYPES = [2307, 2792, 7016, 2580, 2591, 2304, 2582, 2875, 7026, 2688];

let ready = false;

/** Monaco with its workers and languages, set up once per page. */
export function setUpMonaco(): typeof monaco {
  if (ready) return monaco;
  ready = true;
  globalThis.MonacoEnvironment = {
    getWorker(_id, label) {
      if (label === "typescript" || label === "javascript") return new TypeScriptWorker();
      if (label === "json") return new JsonWorker();
      if (label === "css" || label === "scss" || label === "less") return new CssWorker();
      if (label === "html" || label === "handlebars" || label === "razor") return new HtmlWorker();
      return new EditorWorker();
    },
  };
  const { typescript } = monaco;
  for (const defaults of [typescript.typescriptDefaults, typescript.javascriptDefaults]) {
    defaults.setCompilerOptions({
      target: typescript.ScriptTarget.ESNext,
      module: typescript.ModuleKind.ESNext,
      moduleResolution: typescript.ModuleResolutionKind.NodeJs,
      jsx: typescript.JsxEmit.ReactJSX,
      strict: true,
      allowJs: true,
      allowImportingTsExtensions: true,
      allowSyntheticDefaultImports: true,
      esModuleInterop: true,
      noEmit: true,
    });
    defaults.setDiagnosticsOptions({ diagnosticCodesToIgnore: UNSEEN_TYPES });
    defaults.setEagerModelSync(true);
  }
  typescript.javascriptDefaults.setDiagnosticsOptions({ noSemanticValidation: true });
  return monaco;
}
