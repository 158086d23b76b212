/** A build plugin bundles the module with its imports and returns the text of a classic script. */
declare module "*?script" {
  const text: string;
  export default text;
}
