import type { Cacheability } from "../session/document-note.ts";
import type { Session } from "../session/session.ts";

/**
 * What a form gets for an answer. A script reads what the action says; a browser that has sent the form by itself
 * shows it as a page, and is led on where all went well, so that loading that page anew sends nothing twice.
 */
export type FormAnswers = {
  /**
   * Leads such a browser on, with 303; undefined for a script.
   *
   * @param location a path of this site
   * @param news what came of the form, in Chinese, for that page's loader to take
   */
  redirectWithFlash(location: string, news?: string): Response | undefined;
  /**
   * What came of the form that led here; told once. A page that is not whole yet asks for itself again where no script
   * runs, and is told again.
   */
  takeFlash(): string | undefined;
};

/** @param options.accept the request's Accept header: scripts take anything, browsers ask for a page */
export function createFormAnswers(options: {
  accept: string;
  session: Session;
  note: Cacheability;
}): FormAnswers {
  const { session, note } = options;
  return {
    redirectWithFlash(location, news) {
      if (!options.accept.includes("text/html")) return undefined;
      if (news !== undefined) session.update({ news });
      return new Response(null, { status: 303, headers: { location } });
    },
    takeFlash() {
      const { flash: news } = session;
      if (news !== undefined && !note.incomplete) session.update({ news: undefined });
      return news;
    },
  };
}
