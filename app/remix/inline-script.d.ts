/** A module with all that it imports, as the text of one classic script (a plugin of the build). */
declare module "*?script" {
  const text: string;
  export default text;
}
