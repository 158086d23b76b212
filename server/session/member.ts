import { redirect } from "@remix-run/server-runtime";
import type { Contract, Profile } from "../contract/index.ts";
import { WITHOUT_SCRIPTS } from "../contract/rules.ts";
import type { Images } from "../media/images.ts";
import type { createAttempt } from "../outcomes/actions.ts";
import type { Counters } from "../rate-limits/counters.ts";
import { countInvitation } from "../rate-limits/invitation-limits.ts";
import type { LoginLimits } from "../rate-limits/login-limits.ts";
import { serverTexts } from "../texts.ts";
import type { CallerSession, Client, Credentials } from "../upstream-client/client.ts";
import {
  SessionEndedError,
  type SessionEnding,
  UnregisteredError,
} from "../upstream-client/errors.ts";
import { credentialsOf, type Guests } from "./guests.ts";
import { type AccountStatus, accountStatus, mayEnterHiddenSection, mayWatchInFull } from "./vip.ts";
import type { Visit } from "./visit.ts";

/** What every page may show of the visiting member. */
export interface PublicMember {
  code: string;
  nickname: string;
  /** A path on this site; '' for none. */
  avatar: string;
  coins: number;
  /** End of the VIP membership, 'YYYY-MM-DD HH:mm:ss' in Asia/Shanghai; '' if there never was one. */
  vipUntil: string;
  /** Selects the badge: 0 to 5, and above. */
  vipPeriod: number;
  /** May watch every video without the preview limit. */
  playsInFull: boolean;
  /** Logged in, as opposed to this device's guest. */
  loggedIn: boolean;
  /** Address of the operator's analytics script for this member. */
  analytics?: string | undefined;
}

/** Polled by pages every ten seconds. */
export interface MemberStatus {
  /** Null while unknown, and when signed out. */
  member: PublicMember | null;
  /** Why the session ended, if the visitor has not been told yet. */
  ended: SessionEnding | null;
}

/** `message` is the upstream's text, or ''. */
type Login =
  | { outcome: "logged-in"; warned: boolean }
  | { outcome: "refused"; message: string }
  | { outcome: "rate-limited"; waitMs: number }
  | { outcome: "fault" };

/** What the member's own pages show in addition. */
export interface MemberAccount extends PublicMember {
  username: string;
  signature: string;
  status: AccountStatus;
  /** Has not chosen a password yet. */
  isGuest: boolean;
}

/** The visiting member. A guest is registered only when a member is needed, and never before the age gate is open. */
export interface MemberSession extends CallerSession {
  /**
   * The visitor's credentials; where `mayRegister`, registers this device as a guest if there are none.
   * @throws {SessionEndedError} when the session has ended, until the visitor logs in or continues as a guest
   * @throws {UnregisteredError} when this request may not register, or the age gate is closed
   * @throws {RateLimitError} when too many guests are registered from one network
   */
  credentials(): Promise<Credentials>;
  /**
   * For pages about the member: a browser without scripts reloads the page once with a parameter
   * (`app/ui/feedback/deferred.tsx`); this registers it and redirects to the page itself.
   * @throws {Response} the redirect; a failed registration shows later, when the member's data is loaded
   */
  registerWithoutScripts(): Promise<void>;
  /** The member's profile on the upstream. */
  profile(): Promise<Profile>;
  /** Every page requests it after loading, which registers a new device as a guest. */
  status(): Promise<MemberStatus>;
  account(): Promise<MemberAccount>;
  /** Whether the visitor may see the hidden section and its lists. */
  mayEnterHiddenSection(): Promise<boolean>;

  /** Why this request's member calls failed, if the session has ended. */
  readonly ended: SessionEnding | undefined;
  /** The visitor has seen the login page: do not announce the ended session on other pages any more. */
  acknowledgeEnding(): void;
  /** Replaces the current member. Only failures count against the limits. */
  logIn(account: string, password: string): Promise<Login>;
  /** Ends the session until the visitor logs in or continues as a guest. */
  logOut(): void;
  /**
   * Returns to the device's guest. If the guest's session was ended from elsewhere (new phone, new password), the
   * device gets a new identifier, because the old one alone would give access to that account again.
   */
  continueAsGuest(): void;
}

interface MembershipOptions {
  visit: Pick<Visit, "session" | "limits" | "ageGate" | "mayRegister" | "url" | "address">;
  guests: Guests;
  images: Images;
  api: () => Client<Contract>;
  attempt: ReturnType<typeof createAttempt>;
  loginLimits: LoginLimits;
  counters: Counters;
  /** Address template of the operator's analytics script. */
  analyticsUrl: string | undefined;
}

const REMEMBERED_ACCOUNTS = 5;

export function createMemberSession(options: MembershipOptions): MemberSession {
  const { visit, guests, images, api, loginLimits } = options;
  const { session } = visit;
  let ended: SessionEnding | undefined;

  const isGuest = () => session.credentials?.memberCode === session.guest;
  const end = (reason: SessionEnding, told: boolean) =>
    session.update({ credentials: undefined, ended: { reason, ofGuest: isGuest(), told } });

  const credentials = async () => session.credentials ?? register(visit.mayRegister);
  async function register(allowed: boolean) {
    if (session.ended) {
      ended = session.ended.reason;
      throw new SessionEndedError(ended);
    }
    if (visit.ageGate.closed) throw new UnregisteredError(serverTexts.ageFirst);
    if (!allowed) throw new UnregisteredError(serverTexts.cookiesNeeded);
    const refund = await visit.limits.take("guest");
    try {
      const registered = credentialsOf(await guests.register(session.device));
      session.update({ credentials: registered, guest: registered.memberCode });
      await reportInviter(registered);
      return registered;
    } catch (error) {
      // failures of the upstream must not use up the visitor's limit
      await refund();
      throw error;
    }
  }
  /** Reports the guest's inviter, who is paid at once. An account that has logged in instead counts as not invited. */
  async function reportInviter(visitor: Credentials) {
    if (!session.invitation) return;
    const { inviter } = session.invitation;
    const count = () => countInvitation(options.counters, inviter, visit.address);
    const settled =
      session.guest !== visitor.memberCode || (await guests.bind(visitor, inviter, count));
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
    playsInFull: mayWatchInFull(profile, new Date()),
    loggedIn: !isGuest(),
    analytics: analyticsScript(options.analyticsUrl, profile.analyticsId),
  });
  return {
    credentials,
    sessionEnded(reason, used) {
      ended = reason;
      if (session.credentials?.token === used.token) end(reason, false);
    },
    async registerWithoutScripts() {
      const page = new URL(visit.url);
      if (!page.searchParams.has(WITHOUT_SCRIPTS)) return;
      page.searchParams.delete(WITHOUT_SCRIPTS);
      const registered = await credentials().catch(() => undefined);
      if (registered) throw redirect(page.pathname + page.search);
    },
    profile,
    async status() {
      const own = await (session.credentials ? reportInviter(session.credentials) : register(true))
        .then(profile)
        .catch(() => null);
      if (own) rememberAccount(own.username);
      const member = own && publicPart(own);
      return { member, ended: session.ended?.told === false ? session.ended.reason : null };
    },
    async account() {
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

    get ended() {
      return ended;
    },
    acknowledgeEnding() {
      if (session.ended && !session.ended.told)
        session.update({ ended: { ...session.ended, told: true } });
    },
    async logIn(account, password) {
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
      return { outcome: "logged-in", warned: await loginLimits.takeWarning(account) };
    },
    logOut: () => end("expired", true),
    continueAsGuest() {
      if (session.credentials && isGuest()) return;
      if (session.ended?.reason === "elsewhere" && session.ended.ofGuest) session.becomeNewDevice();
      session.update({ credentials: undefined, ended: undefined });
    },
  };
}

/** The script's address, with the member's analytics id in place of `{h5Uuid}`; undefined without an id. */
export const analyticsScript = (template: string | undefined, analyticsId: string) =>
  template && analyticsId
    ? template.replaceAll("{h5Uuid}", encodeURIComponent(analyticsId))
    : undefined;
