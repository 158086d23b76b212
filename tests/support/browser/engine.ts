/** A browser without a window and with one tab, as far as `other-engines.ts` needs it. */
export interface Engine {
  name: string;
  /** The errors of the page and its console, where the engine tells them. */
  complaints: string[];
  open(url: string): Promise<unknown>;
  /** What an expression is in the page: a number, a text or a truth; promises are waited for. */
  read(expression: string): Promise<unknown>;
  /** As a user gesture: browsers skip history entries that were added without one. */
  click(element: string): Promise<unknown>;
  /** What fingers, mice and keys do, in the words of WebDriver's "perform actions", which BiDi shares. */
  perform(...actions: object[]): Promise<unknown>;
  /** As the browser's own button. */
  back(): Promise<unknown>;
  stop(): Promise<void>;
}
