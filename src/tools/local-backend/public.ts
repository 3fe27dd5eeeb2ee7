export { createLocalBackend } from "./create-local-backend.ts";
