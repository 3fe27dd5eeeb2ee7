import type { JsonSchema } from "../tool.ts";
import type { NormalizableSchema } from "./normalize-tool-input.ts";

/** What to tell a model that left out or misnamed a parameter: which, what it sent, and the shape of a right call. */
export function missingParamError(
  schema: NormalizableSchema,
  input: Readonly<Record<string, unknown>>,
  missing: readonly string[],
): string {
  const several = missing.length > 1;
  const names = missing.map((name) => `"${name}"`).join(" and ");
  const sent = Object.keys(input);
  const received =
    sent.length === 0
      ? "No parameters were sent."
      : `The call had ${sent.map((name) => `"${name}"`).join(", ")}.`;
  return (
    `${schema.name} needs the parameter${several ? "s" : ""} ${names}, which ${several ? "are" : "is"} missing or blank. ` +
    `${received} A right call looks like ${sampleCall(schema)}. ` +
    `Only the parameter names are wrong; ${schema.name} itself works, so send the call again with the right ones.`
  );
}

/** The required parameters as JSON with a placeholder for each value. */
function sampleCall(schema: NormalizableSchema): string {
  const { required = [], properties = {} } = schema.parameters ?? {};
  return `{${required.map((name) => `"${name}":${placeholder(properties[name])}`).join(",")}}`;
}

function placeholder(parameter: JsonSchema | undefined): string {
  if (parameter?.type === "array") {
    const fields = Object.keys(parameter.items?.properties ?? {});
    const required = parameter.items?.required ?? fields;
    const item =
      fields.length > 0
        ? `{${required.map((field) => `"${field}":${placeholder(parameter.items?.properties?.[field])}`).join(",")}}`
        : `"<${typeName(parameter.items)}>"`;
    return `[${item}]`;
  }
  return parameter?.type === "string" || parameter === undefined ? '"<string>"' : `<${typeName(parameter)}>`;
}

function typeName(parameter: JsonSchema | undefined): string {
  return typeof parameter?.type === "string" ? parameter.type : "value";
}
