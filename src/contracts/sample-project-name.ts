/** The name in the sample project's package.json. The demo agent knows no other project. */
export const SAMPLE_PROJECT_NAME = "sample-durations";
