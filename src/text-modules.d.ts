/** A text file as it stands on disk. */
declare module "*?raw" {
  const text: string;
  export default text;
}

/** A module and everything it imports, bundled into one program for Node (ES module) and given as text. */
declare module "*?program=node" {
  const source: string;
  export default source;
}

/** A module and everything it imports, bundled into one classic script for a page and given as text. */
declare module "*?program=page" {
  const source: string;
  export default source;
}
