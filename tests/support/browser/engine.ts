/** The part of a browser with one page that tests in other engines need. */
export interface Engine {
  name: string;
  /** Errors of the page and its console, if the engine reports them. */
  complaints: string[];
  open(url: string): Promise<unknown>;
  /** Evaluates an expression in the page: a number, string or boolean, or a promise of one. */
  read(expression: string): Promise<unknown>;
  /** Clicks as a user gesture, because browsers skip history entries that were added without one. */
  click(element: string): Promise<unknown>;
  /** Sends touch, mouse and key actions in the format of WebDriver's "perform actions", which BiDi shares. */
  perform(...actions: object[]): Promise<unknown>;
  /** Goes back like the browser's own button. */
  back(): Promise<unknown>;
  /** Until `show`, nobody can see the page. */
  hide(): Promise<unknown>;
  show(): Promise<unknown>;
  stop(): Promise<void>;
}
