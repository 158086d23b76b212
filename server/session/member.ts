import { redirect } from "@remix-run/server-runtime";
import type { Contract, Profile } from "../contract/index.ts";
import { WITHOUT_SCRIPTS } from "../contract/rules.ts";
import type { createAttempt } from "../domain/actions.ts";
import {
  type AccountStatus,
  accountStatus,
  mayEnterHiddenSection,
  mayWatchInFull,
} from "../domain/vip.ts";
import type { Images } from "../media/images.ts";
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
import type { Visit } from "./visit.ts";

/** What pages may know of the member who is visiting, for everything that is not about the member alone. */
export interface PublicMember {
  code: string;
  nickname: string;
  /** A path of this site, '' for none. */
  avatar: string;
  coins: number;
  /** When the membership ends or ended, 'YYYY-MM-DD HH:mm:ss' in Asia/Shanghai; '' for who never had one. */
  vipUntil: string;
  /** Chooses the badge: 0 to 5, and above. */
  vipPeriod: number;
  /** Watches every video to its end. */
  playsInFull: boolean;
  /** Has logged in here, and is not this device's own guest. */
  loggedIn: boolean;
  /** The address of the operator's analytics script for this member. */
  analytics?: string | undefined;
}

/** What the page learns of its visitor every ten seconds. */
export interface MemberStatus {
  /** Null while that is not known, and when nobody is signed in. */
  member: PublicMember | null;
  /** An ending that the visitor does not know of yet. */
  ended: SessionEnding | null;
}

/** `message` is the upstream's own text, or ''. */
type Login =
  | { outcome: "logged-in"; warned: boolean }
  | { outcome: "refused"; message: string }
  | { outcome: "rate-limited"; waitMs: number }
  | { outcome: "fault" };

/** What a member's own pages show besides. */
export interface MemberAccount extends PublicMember {
  username: string;
  signature: string;
  status: AccountStatus;
  /** Has no password of its own choice yet. */
  isGuest: boolean;
}

/** Who is visiting. Nobody is registered before something needs a member, nor before the age gate is open. */
export interface MemberSession extends CallerSession {
  /**
   * The visitor's credentials. Where there are none yet, a form registers this device as a guest.
   * @throws {SessionEndedError} when a session has ended and the visitor has not chosen how to go on
   * @throws {UnregisteredError} in a page, and while the age gate is closed
   * @throws {RateLimitError} when too many guests come from one place
   */
  credentials(): Promise<Credentials>;
  /**
   * For pages about the member, before their answer begins. A browser without scripts comes back once
   * (`app/ui/feedback/deferred.tsx`), is registered and sent to the page itself.
   * @throws {Response} the redirect; a failure shows where the member's data is asked for
   */
  arrive(): Promise<void>;
  /** What the upstream knows of the visitor. */
  profile(): Promise<Profile>;
  /** Every page asks for it once it has come, which registers a new device as a guest. */
  status(): Promise<MemberStatus>;
  /** The part of it that the member's own pages show. */
  account(): Promise<MemberAccount>;
  /** Whether the visitor may see the hidden section and lists of it. */
  mayEnterHiddenSection(): Promise<boolean>;

  /** Why this request could not speak for a member, if it tried. */
  readonly ended: SessionEnding | undefined;
  /** The visitor has seen where to log in: pages that need no member are not interrupted any more. */
  acknowledgeEnding(): void;
  /** Replaces whoever was visiting. Only failures count towards the limits of tries. */
  logIn(account: string, password: string): Promise<Login>;
  /** Nobody is signed in until the visitor logs in, or goes on as a guest. */
  logOut(): void;
  /**
   * The device's own guest comes back. If it was ended from elsewhere (a new phone, a new password), this device gets
   * a new guest: its identifier alone would let it back into the account.
   */
  goOnAsGuest(): void;
}

interface MembershipOptions {
  visit: Pick<Visit, "session" | "limits" | "ageGate" | "mayRegister" | "url" | "address">;
  guests: Guests;
  images: Images;
  api: () => Client<Contract>;
  attempt: ReturnType<typeof createAttempt>;
  loginLimits: LoginLimits;
  counters: Counters;
  /** The operator's analytics script. */
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
      // an upstream in trouble leaves nobody locked out when it is back
      await refund();
      throw error;
    }
  }
  /** By whose link this guest came, which pays the inviter at once; nobody invited who has logged in instead. */
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
    async arrive() {
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
    goOnAsGuest() {
      if (session.credentials && isGuest()) return;
      if (session.ended?.reason === "elsewhere" && session.ended.ofGuest) session.becomeNewDevice();
      session.update({ credentials: undefined, ended: undefined });
    },
  };
}

/** The operator's analytics script for one member, whose id stands for `{h5Uuid}`; none for a member without one. */
export const analyticsScript = (template: string | undefined, analyticsId: string) =>
  template && analyticsId
    ? template.replaceAll("{h5Uuid}", encodeURIComponent(analyticsId))
    : undefined;
