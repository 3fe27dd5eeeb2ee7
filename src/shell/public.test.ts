import { expect, test } from "vitest";
import * as shell from "./public.ts";

test("the published names", () => {
  expect(Object.keys(shell).toSorted()).toMatchSnapshot();
});
