/** A request of a traced test. */
export interface TraceRequest {
  method: string;
  /** Path and query; the whole address when it leaves the page's origin. */
  path: string;
  /** 0 or less when no response was recorded. */
  status: number;
  /** Why there is no response, when the browser said so. */
  failure?: string;
  /** What was sent with a request that the app's own API refused, shortened and without secrets. */
  sent?: string;
  /** What came back for it. */
  got?: string;
  /** The browser's word for the kind of resource: `document`, `fetch`, `stylesheet`. */
  type?: string;
  /** Milliseconds on the clock of the trace. */
  startedAt?: number;
  sentAuthorization?: boolean;
  /** The scheme alone (`Bearer`), never the credential. */
  authorization?: string;
  sentCookie?: boolean;
}

/** A call of the test: milliseconds on the clock of the trace, `end` is `null` when it never ended. */
export interface TraceAction {
  api: string;
  start: number;
  end: number | null;
}

/** The last thing the test did to the page before the call that failed, and what that sent. */
export interface TraceLastAction extends TraceAction {
  requests: TraceRequest[];
  pageBefore?: string;
  pageAfter?: string;
}

/** What one trace says. */
export interface TraceArtifact {
  /** The test's file, or `null` when the trace names none. */
  spec: string | null;
  /** The line of the last step, 0 when the trace names no file. */
  line: number;
  requests: TraceRequest[];
  /** The request that explains the failing step best. */
  lead?: TraceRequest;
  console: string[];
  lastAction?: TraceLastAction;
  actions: TraceAction[];
}
