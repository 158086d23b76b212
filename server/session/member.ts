import type { Contract, Profile } from "../contract/index.ts";
import { WITHOUT_SCRIPTS } from "../contract/rules.ts";
import type { Images } from "../media/images.ts";
import type { createAttempt } from "../outcomes/actions.ts";
import type { Counters } from "../rate-limits/counters.ts";
import { countInvitation } from "../rate-limits/limits.ts";
import type { LoginLimits } from "../rate-limits/login-limits.ts";
import { serverTexts } from "../texts.ts";
import type { Client, Credentials } from "../upstream-client/client.ts";
import {
  SessionEndedError,
  type SessionEnding,
  UnregisteredError,
} from "../upstream-client/errors.ts";
import { credentialsOf, type Guests } from "./guests.ts";
import { safeRedirectPath } from "./redirects.ts";
import { type AccountStatus, accountStatus, mayEnterHiddenSection, mayWatchInFull } from "./vip.ts";
import type { Visit } from "./visit.ts";

/** `vipPeriod` selects the badge: 0 to 5, and above. */
export interface PublicMember
  extends Pick<Profile, "code" | "nickname" | "coins" | "vipUntil" | "vipPeriod"> {
  /** A path on this site; '' for none. */
  avatar: string;
  mayWatchInFull: boolean;
  /** False for this device's guest. */
  loggedIn: boolean;
  analytics?: string | undefined;
}

/** Pages poll it every ten seconds. */
export interface MemberStatus {
  /** Null while unknown, and when signed out. */
  member: PublicMember | null;
  /** Null if the session has not ended, or if a page has announced the end to the visitor. */
  ended: SessionEnding | null;
}

/** `message` is the upstream's text, or ''. */
type Login =
  | { outcome: "logged-in"; showWarning: boolean }
  | { outcome: "refused"; message: string }
  | { outcome: "rate-limited"; waitMs: number }
  | { outcome: "fault" };

export interface MemberAccount extends PublicMember, Pick<Profile, "username" | "signature"> {
  status: AccountStatus;
  isGuest: boolean;
}

const REMEMBERED_ACCOUNTS = 5;

export type MemberSession = ReturnType<typeof createMemberSession>;

/** A guest is registered only when needed, and never before the age gate is open. */
export function createMemberSession(options: {
  visit: Pick<
    Visit,
    "session" | "limits" | "choices" | "mayRegister" | "method" | "url" | "address"
  >;
  guests: Guests;
  images: Images;
  api: () => Client<Contract>;
  attempt: ReturnType<typeof createAttempt>;
  loginLimits: LoginLimits;
  counters: Counters;
  analyticsUrl: string | undefined;
}) {
  const { visit, guests, images, api, loginLimits } = options;
  const { session } = visit;
  let ended: SessionEnding | undefined;

  const isGuest = () => session.credentials?.memberCode === session.guest;
  const end = (reason: SessionEnding, told: boolean) =>
    session.update({ credentials: undefined, ended: { reason, ofGuest: isGuest(), told } });

  /**
   * Registers this device as a guest if there are no credentials and the request may register (`mayRegister`).
   * @throws {SessionEndedError} after the session ended, until the visitor logs in or continues as a guest
   * @throws {UnregisteredError} when this request may not register, or the age gate is closed
   * @throws {RateLimitError} when too many guests are registered from one network
   */
  const credentials = async () => session.credentials ?? register(visit.mayRegister);
  async function register(allowed: boolean) {
    if (session.ended) {
      ended = session.ended.reason;
      throw new SessionEndedError(ended);
    }
    if (visit.choices.ageGateClosed) throw new UnregisteredError(serverTexts.ageFirst);
    if (!allowed) throw new UnregisteredError(serverTexts.cookiesNeeded);
    const refund = await visit.limits.take("guest");
    try {
      const registered = credentialsOf(
        await guests.register(session.device, api().member.registerGuest),
      );
      session.update({ credentials: registered, guest: registered.memberCode });
      await reportInviter(registered);
      return registered;
    } catch (error) {
      // the upstream's failures must not use up the visitor's limit
      await refund();
      throw error;
    }
  }
  /** The inviter is paid at once. A visitor who has logged in to another account does not count as invited. */
  async function reportInviter(visitor: Credentials) {
    if (!session.invitation) return;
    const { inviter } = session.invitation;
    const count = () => countInvitation(options.counters, inviter, visit.address);
    const call = () => api().invite.bind(inviter);
    const settled =
      session.guest !== visitor.memberCode || (await guests.bind(visitor.memberCode, count, call));
    if (settled) session.update({ invitation: undefined });
  }

  async function profile() {
    const { memberCode } = await credentials();
    return api().member.profile(memberCode);
  }
  function rememberAccount(name: string) {
    const account = name.toLowerCase();
    if (account === "" || session.accounts.includes(account)) return;
    session.update({ accounts: [account, ...session.accounts].slice(0, REMEMBERED_ACCOUNTS) });
  }
  const publicPart = (profile: Profile): PublicMember => ({
    code: profile.code,
    nickname: profile.nickname,
    avatar: images.privateAddress(profile.avatar),
    coins: profile.coins,
    vipUntil: profile.vipUntil,
    vipPeriod: profile.vipPeriod,
    mayWatchInFull: mayWatchInFull(profile, new Date()),
    loggedIn: !isGuest(),
    analytics: analyticsScript(options.analyticsUrl, profile.analyticsId),
  });
  return {
    credentials,
    sessionEnded(reason: SessionEnding, used: Credentials) {
      ended = reason;
      if (session.credentials?.token === used.token) end(reason, false);
    },
    /**
     * A browser without scripts reloads a page once with a parameter (`app/ui/feedback/deferred.tsx`): this registers a
     * guest and returns the page's own address. A failure shows when the member's data is loaded.
     */
    async registerAfterNoScriptReload() {
      const page = new URL(visit.url);
      if (visit.method !== "GET" || !page.searchParams.has(WITHOUT_SCRIPTS)) return undefined;
      page.searchParams.delete(WITHOUT_SCRIPTS);
      return credentials().then(
        () => safeRedirectPath(page.pathname + page.search, page.origin),
        () => undefined,
      );
    },
    profile,
    /** Registers a new device as a guest. Every page requests it after loading. */
    async status(): Promise<MemberStatus> {
      const own = await (session.credentials ? reportInviter(session.credentials) : register(true))
        .then(profile)
        .catch(() => null);
      if (own) rememberAccount(own.username);
      const member = own && publicPart(own);
      return { member, ended: session.ended?.told === false ? session.ended.reason : null };
    },
    async account(): Promise<MemberAccount> {
      const own = await profile();
      return {
        ...publicPart(own),
        username: own.username,
        signature: own.signature,
        status: accountStatus(own, new Date()),
        isGuest: own.temporaryPassword !== "",
      };
    },
    mayEnterHiddenSection: async () => mayEnterHiddenSection(await profile()),

    /** Why this request's member calls failed. */
    get ended() {
      return ended;
    },
    /** Called when the visitor opens the login page: no other page then announces the ended session. */
    acknowledgeEnding() {
      if (session.ended && !session.ended.told)
        session.update({ ended: { ...session.ended, told: true } });
    },
    /** Only failures count against the limits. */
    async logIn(account: string, password: string): Promise<Login> {
      const known = session.accounts.includes(account.toLowerCase());
      const device = known ? session.device : undefined;
      const attempted = await loginLimits.attempt(account, visit.address, device);
      if (!attempted.allowed) return { outcome: "rate-limited", waitMs: attempted.waitMs };
      const login = await options.attempt("login", api().member.login(account, password));
      if (!login.ok && login.reason !== "unavailable")
        return { outcome: "refused", message: login.message };
      await attempted.refund();
      if (!login.ok) return { outcome: "fault" };
      session.update({ credentials: credentialsOf(login.data), ended: undefined });
      rememberAccount(account);
      return { outcome: "logged-in", showWarning: await loginLimits.takeWarning(account) };
    },
    logOut: () => end("expired", true),
    /**
     * If another device ended the guest's session (new phone, new password), this one gets a new device identifier:
     * the old one would give access to that account.
     */
    continueAsGuest() {
      if (session.credentials && isGuest()) return;
      if (session.ended?.reason === "elsewhere" && session.ended.ofGuest) session.becomeNewDevice();
      session.update({ credentials: undefined, ended: undefined });
    },
  };
}

/** Inserts the member's analytics id for `{h5Uuid}`; undefined without an id. */
export const analyticsScript = (template: string | undefined, analyticsId: string) =>
  template && analyticsId
    ? template.replaceAll("{h5Uuid}", encodeURIComponent(analyticsId))
    : undefined;
