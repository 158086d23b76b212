// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of other files' source text
/** One fault that somebody could make, and the tests that should notice it. */
export interface Mutant {
  file: string;
  /** What it would mean, in a few words. */
  fault: string;
  /** Stands in the file exactly once. */
  from: string;
  to: string;
  tests: string[];
  project: "unit" | "request";
  /** Why nothing can notice it. */
  survives?: string;
}

type Fault = [fault: string, from: string, to: string, survives?: string];

const faultsIn =
  (project: Mutant["project"]) =>
  (file: string, tests: string[], faults: Fault[]): Mutant[] =>
    faults.map(([fault, from, to, survives]) => ({
      ...{ file, fault, from, to, tests, project },
      ...(survives && { survives }),
    }));
const unit = faultsIn("unit");
const request = faultsIn("request");

const sealing = [
  ...unit(
    "server/secrets/seal.ts",
    ["server/secrets/seal.test.ts", "server/session/session.test.ts"],
    [
      ["one purpose opens another's", '"chengying", purpose, 96', '"chengying", "", 96'],
      [
        "the tag is not checked",
        "return Buffer.concat([body, decipher.final()])",
        "return Buffer.concat([body])",
      ],
      [
        "a stable seal is not checked",
        'return isGenuine ? bytes.toString("utf8") : undefined',
        'return bytes.toString("utf8")',
      ],
      ["holder and text run together", "update(`${holder.length}:${holder}`)", "update(holder)"],
      ["only the first secret opens", "of secrets)", "of secrets.slice(0, 1))"],
      [
        "an old secret counts as current",
        'decrypt(current(purpose), Buffer.from(sealed, "base64url")) !== undefined',
        "true",
      ],
      [
        "nonces come again",
        "const nonce = randomBytes(NONCE);",
        "const nonce = Buffer.alloc(NONCE);",
      ],
    ],
  ),
  ...unit(
    "server/media/tickets.ts",
    ["server/media/tickets.test.ts"],
    [
      ["tickets never expire", "!ticket || ticket.until < now()", "!ticket"],
      [
        "any member may use a ticket",
        "if (member !== undefined && member !== holder.memberCode) return undefined;",
        "",
      ],
      [
        "a member's ticket is bound to no device",
        'const prefix = device === undefined ? unbound : BOUND;\n      const sealed = sealer.sealStable("stream", text, device ?? unbound);',
        'const mark = device ? "" : unbound;\n      const sealed = sealer.sealStable("stream", text, unbound);',
      ],
      [
        "any address is a receiver's that begins like one",
        'return sealer.openStable("stream", sealed, RECEIVER) !== undefined;',
        "return true;",
      ],
      [
        "a receiver may ask for other loaders by a query",
        'if (sealed === undefined || search !== "") return false;',
        "if (sealed === undefined) return false;",
      ],
      ["a receiver may ask for other loaders as data", "(?!data$)", ""],
      [
        "the part of a file is forgotten",
        "bytes: start === undefined || end === undefined ? undefined : { start, end },",
        "bytes: start === end ? undefined : undefined,",
      ],
      [
        "a preview becomes all of it",
        "grant: { preview, member:",
        "grant: { preview: null && preview, member:",
      ],
    ],
  ),
  ...unit(
    "server/secrets/kept-secret.ts",
    ["server/secrets/kept-secret.test.ts"],
    [
      ["a part of a secret is one", "/^[0-9a-f]{64}$/", "/^[0-9a-f]*$/"],
      ["everybody on the machine reads it", "0o600", "0o644"],
      [
        "it appears before it is whole",
        'await writeFile(temporary, text, { flag: "wx", mode: 0o600, flush: true });\n    await link(temporary, file)',
        'await writeFile(file, text, { flag: "wx", mode: 0o600, flush: true });\n    await link(file, temporary)',
      ],
      [
        "who comes second has a secret of its own",
        'kept.parse(text ?? (await readFile(file, "utf8")))',
        "kept.parse(text ?? kept.make())",
      ],
    ],
  ),
];

const invited = [
  ...unit(
    "server/entry/site-password.ts",
    ["server/entry/site-password.test.ts"],
    [
      ["a cookie outlives its password", "if (!valid.names.has(name)) return 0;", ""],
      [
        "cookies never end",
        "(verified.get(value) ?? verify(value)) > now()",
        "(verified.get(value) ?? verify(value)) > 0",
      ],
      [
        "the first match ends the comparison",
        "const [match] = valid.hashes.filter(",
        "const match = valid.hashes.find(",
      ],
      ["right passwords count as wrong ones", "await refund();\n      const value", "const value"],
      [
        "one network may try for ever",
        '...networkBound("entry", address, PER_NETWORK, WINDOW_MS),',
        "",
      ],
      ["many networks may try for ever", "max: IN_TOTAL", "max: Number.POSITIVE_INFINITY"],
      ["any number of tries may wait", "oneAtATime.pendingCount >= MAX_WAITING", "false"],
      [
        "TLS makes no difference",
        'setCookie("entry", value, secure)',
        'setCookie("entry", value, false)',
      ],
      ["a new secret ends all cookies", "[...hashes, ...older].map(nameOf)", "hashes.map(nameOf)"],
    ],
  ),
  ...request(
    "server/entry/entry.ts",
    ["tests/request/http/site-password.test.ts"],
    [
      [
        "pictures are free",
        "|| isForReceiver(url, sealer);",
        '|| url.pathname.startsWith("/image/");',
      ],
      [
        "what is free may be sent to",
        "if (isFree && !isUnsafe(method)) return next();",
        "if (isFree) return next();",
      ],
      [
        "the password leads to another site",
        'safeRedirectPath(wanted, c.get("url").origin)',
        "wanted",
      ],
      ["strangers learn where media come from", 'c.set("sitePasswordMissing", true);', ""],
    ],
  ),
  ...request(
    "server/http/answer.ts",
    ["tests/request/http/site-password.test.ts"],
    [
      [
        "caches on the way keep what is behind the password",
        "if (cacheControl && isPublic && options.hasPassword) {",
        "if (cacheControl && !isPublic && options.hasPassword) {",
      ],
    ],
  ),
];

const watching = [
  ...unit(
    "server/domain/access.ts",
    ["server/domain/access.test.ts"],
    [
      [
        "a refusal counts as owning the episode",
        'ownership(episode), "")',
        "ownership(episode), boughtMark)",
      ],
      [
        "a text that contains the bought mark is one",
        '"")) === boughtMark',
        '"")).includes(boughtMark)',
      ],
      [
        "no answer is a no",
        'orIfRefused(api.purchase.ownership(episode), "")',
        'api.purchase.ownership(episode).catch(() => "")',
      ],
      ["everybody owns everything", "if (!(await answer)) throw no;", "await answer;"],
      ["a full grant is everybody's", "{ preview: null, member: memberCode }", "{ preview: null }"],
      ["an ended session is a guest's", "isUnregistered(session)", "!session.credentials"],
      ["members buy for each other", "${memberCode}/${episode.video}", "${episode.video}"],
    ],
  ),
  ...request(
    "server/domain/access.ts",
    ["tests/request/media/preview.test.ts"],
    [["no preview means nothing", "previewSeconds > 0 ?", "previewSeconds >= 0 ?"]],
  ),
  ...unit(
    "server/media/playlists.ts",
    ["server/media/playlists.test.ts", "server/media/streams.test.ts"],
    [
      ["one segment too many", "total >= seconds", "total > seconds"],
      ["a segment without a length takes no time", "length ?? target ?? seconds", "length ?? 0"],
      ["a length holds for the segments after it", "    length = undefined;\n", ""],
      [
        "tags that lead past the end stay",
        '!line.startsWith("#") || previewTags.test(line)',
        "line",
      ],
      ["a preview has no end", '[...start, "#EXT-X-ENDLIST"]', "[...start]"],
      [
        "a tag makes all of it a multivariant playlist",
        "multivariant && !segments",
        "multivariant",
      ],
      [
        "addresses in tags stay the upstream's",
        'leadsTo ? rewriteOne(uri, leadsTo, map) : ""',
        "uri",
      ],
      ["advertisements and steering stay", "    if (droppedTags.test(line)) continue;\n", ""],
      ["other attributes name the upstream", 'found.replace(absoluteAddress, "")', "found"],
      [
        "a map opens the file up to the last segment",
        "Math.min(start, firstByte.get(file) ?? start)",
        "start",
      ],
      ["a map is all of the file", '`${line},BYTERANGE="${end}@0"`', "line"],
      [
        "a range holds for the segments after it",
        "variantFollows = false;\n    bytes = undefined;",
        "variantFollows = false;",
      ],
      [
        "a page that names a playlist is one",
        'trimStart().startsWith("#EXTM3U")',
        'includes("#EXTM3U")',
      ],
    ],
  ),
  ...unit(
    "server/media/shown-playlists.ts",
    ["server/media/streams.test.ts"],
    [
      [
        "all of an episode is kept for others",
        "preview !== null && changesSeldom",
        "changesSeldom",
      ],
      ["a live preview is kept", "&& changesSeldom(text) &&", "&&"],
      [
        "a kept playlist outlives its addresses",
        "shown.until - now() > documents.expired.playlist",
        "shown.until > 0",
      ],
    ],
  ),
  ...unit(
    "server/media/media-answer.ts",
    ["server/media/media-answer.test.ts"],
    [
      [
        "any content type goes on",
        '/^(video|audio)\\/[\\w.+-]+$/.test(type.split(";")[0] ?? "")',
        "type",
      ],
      [
        "a type that contains a film's goes on",
        "/^(video|audio)\\/[\\w.+-]+$/",
        "/(video|audio)\\/[\\w.+-]+/",
      ],
      [
        "a range begins elsewhere in the file",
        "start: bytes.start + requested.start, end: bytes.start + requested.end",
        "start: requested.start, end: requested.end",
      ],
      [
        "a range may end behind what may be had",
        "Math.min(requested.end, length)",
        "requested.end",
      ],
      [
        "another range goes on as the one asked for",
        "answer.statusCode === 206 && rangeStart(answer) !== inFile.start",
        "Number.isNaN(rangeStart(answer)) && answer.statusCode === 206",
      ],
      ["a part tells how long its file is", "Math.min(bytes.end, size) - bytes.start", "size"],
      [
        "any status goes on",
        "if (statuses.includes(answer.statusCode)) return;",
        "if (statuses) return;",
      ],
    ],
  ),
  ...unit(
    "server/media/subtitles.ts",
    ["server/media/subtitles.test.ts", "server/media/streams.test.ts"],
    [
      ["a preview has all subtitles", "preview === null ? text : firstCues(text, preview)", "text"],
      ["later cues come, too", "from - local < seconds", "from < Number.POSITIVE_INFINITY"],
      ["a block of several cues is taken by its first", "others.length === 0 && ", ""],
      [
        "any text goes out",
        "if (!/^WEBVTT(?=\\s|$)/.test(text)) throw",
        "if (text === undefined) throw",
      ],
    ],
  ),
  ...unit(
    "server/http/render-limiter.ts",
    ["server/http/render-limiter.test.ts"],
    [
      ["all pages are made at once", "pLimit(concurrency)", "pLimit(99)"],
      ["a page that waits for its upstream keeps its slot", "withTimeout(page, slotMs)", "page"],
      [
        "a failed page keeps its slot",
        ".catch(() => undefined)",
        ".catch(() => new Promise(() => undefined))",
      ],
    ],
  ),
  ...unit(
    "server/media/open-streams.ts",
    ["server/media/open-streams.test.ts"],
    [
      [
        "a visitor has as many as all",
        "evictOver(limits.visitor, (stream) => stream.visitor === device);",
        "",
      ],
      [
        "a network has as many as all",
        "evictOver(limits.address, (stream) => stream.network === network);",
        "",
      ],
      ["there is no bound for all", "evictOver(limits.total, () => true);", ""],
      ["one network takes all", "address: total / 2", "address: total"],
      ["the quickest ends", "rate(slow) <= rate(one)", "rate(slow) >= rate(one)"],
      [
        "what has just begun is the slowest",
        "now - openedAt < ratedAfterMs ? Number.POSITIVE_INFINITY : ",
        "",
      ],
      [
        "what gave way keeps its connection to the origin",
        "chunks.cancel(ended.reason).catch(() => undefined);",
        "",
      ],
      ["what gave way keeps its stack", "abort(evicted);", "abort();"],
      ["nobody is too slow", "if (stream.bytes - checked < minimumRate.bytes) end();", ""],
      ["who was quick once may stop", "        checked = stream.bytes;\n", ""],
      ["a proxy is one network", "networkOf(address)", "address"],
      ["what is read does not count", "            stream.bytes += value.length;\n", ""],
      ["the origin goes on sending", "        ended.abort(evicted);\n", ""],
    ],
  ),
  ...unit(
    "server/domain/hidden-section.ts",
    ["server/domain/hidden-section.test.ts"],
    [
      [
        "who cannot be asked may enter",
        "mayEnter().catch(() => false)",
        "mayEnter().catch(() => true)",
      ],
      [
        "anybody may list it",
        "!(await concerns(joined)) || mayEnter()",
        "!(await covers(joined)) || Promise.resolve(true)",
      ],
      [
        "of several codes the last decides",
        "codes.some((code) => belongs(code))",
        'belongs(codes.at(-1) ?? "")',
      ],
    ],
  ),
  ...request(
    "server/domain/hidden-section.ts",
    ["tests/request/features/hidden-everywhere.test.ts"],
    [
      [
        "anybody sees a video of it",
        "belongs(found.video.categoryCode, code) && !(await mayEnter())",
        "belongs(found.video.categoryCode, code) && !mayEnter",
      ],
      [
        "searches show it",
        "return { ...page, items: omitHidden(page.items, belongs) };",
        "return belongs ? page : page;",
      ],
      [
        "a video is of it by its category alone",
        "videos.has(video) || codesIn(joined)",
        "codesIn(video && joined)",
      ],
    ],
  ),
];

const upstreamsAddresses = [
  ...unit(
    "server/domain/cashier.ts",
    ["server/domain/cashier.test.ts"],
    [
      [
        "any path of the upstream",
        "if (!paths[method].test(path)) return new Response(null, { status: 404 });",
        "",
      ],
      [
        "a path that begins as an order's",
        "GET: /^([\\w-]{16,64}|style\\.css)$/",
        "GET: /^([\\w-]{16,64}|style\\.css)/",
      ],
      ["any deed", "(pay|give-up)$/", "[\\w-]+$/"],
      [
        "a redirect leads to another site",
        "to && options.origins.isOwn(to.href) ? to.pathname",
        "to ? to.pathname",
      ],
      [
        "a redirect leads anywhere on this site",
        "return page ? path : afterwards;",
        "return path || (page ? path : afterwards);",
      ],
      ["any status is a page", "if (status !== 200 && status !== 404) {", "if (status === 0) {"],
      [
        "a page keeps the upstream's type",
        'path.endsWith(".css") ? "text/css" : "text/html"',
        'String(headers["content-type"])',
      ],
    ],
  ),
  ...unit(
    "server/upstream-client/download.ts",
    ["server/upstream-client/download.test.ts"],
    [
      ["http on the internet is fetched", 'protocol === "https:" && !username', "!username"],
      ["credentials are sent", "!username && !password && ", ""],
      [
        "any address is fetched",
        "(!isAddress(host) || isOnInternet(host))",
        "(!isAddress(host) || host)",
      ],
      [
        "a name may mean this machine",
        "found.filter(({ address }) => isOnInternet(address))",
        "found.filter(({ address }) => address)",
      ],
      ["IPv6 is a name", 'hostname.replace(/^\\[|\\]$/g, "")', "hostname"],
      ["nothing is asked about addresses", "if (mayBeOnInternet(url) && ", "if ("],
      ["a proxy is asked for any name", "await resolvesPrivately(hostname)", "false"],
      ["any status is a file", "status === 200 || isWhole(found.answer)", "true"],
      [
        "a file may be as long as it likes",
        'readBody("media", answer, limit)',
        'readBody("media", answer, 2 ** 30)',
      ],
      [
        "who waits for a connection waits for ever",
        '    signal.addEventListener("abort", abort, { once: true });\n',
        "",
      ],
    ],
  ),
  ...unit(
    "server/http/network-address.ts",
    ["server/http/network-address.test.ts"],
    [
      [
        "reserved addresses are the internet's",
        '?.range() === "unicast"',
        '?.range() !== "loopback"',
      ],
      ["IPv4 within IPv6 is IPv6", "ipaddr.process(address)", "ipaddr.parse(address)"],
      [
        "private networks stand for somebody",
        '"loopback", "private", "linkLocal"',
        '"loopback", "linkLocal"',
      ],
    ],
  ),
  ...unit(
    "server/media/uploads.ts",
    ["server/media/uploads.test.ts"],
    [
      [
        "where a picture was taken stays in it",
        "        .rotate()\n",
        "        .rotate()\n        .keepMetadata()\n",
      ],
      [
        "any file of its kind by name",
        'if (!signatures.some((magic) => magic.test(start))) return "kind";',
        "",
      ],
      [
        "files as long as they like",
        "file.size > MAX_UPLOAD_BYTES",
        "file.size > Number.MAX_SAFE_INTEGER",
      ],
      ["as many pixels as they like", "limitInputPixels: MAX_PIXELS", "limitInputPixels: false"],
      ["a picture for one use is one for another", "uploaded.use === use && ", ""],
      ["a member's picture is another's", " && uploaded.memberCode === memberCode", ""],
    ],
  ),
  ...request(
    "server/media/uploads.ts",
    ["tests/request/http/limits.test.ts"],
    [["pictures are drawn as often as one likes", '    await limits.take("upload");\n', ""]],
  ),
];

const limits = [
  ...unit(
    "server/rate-limits/counters.ts",
    [
      "server/rate-limits/counters.test.ts",
      "server/rate-limits/login-limits.test.ts",
      "server/rate-limits/visitor-limits.test.ts",
    ],
    [
      ["refunds count", "counters.add(key, -1, windowMs)", "counters.add(key, 0, windowMs)"],
      ["refunds are paid twice", "counted.splice(0)", "[...counted]"],
      ["a flood pushes out lock-outs", "lockOut.test(key) ? lockOuts : others", "others"],
      ["windows never end", "entry && entry.until > now()", "entry"],
      ["late refunds buy tries", "Math.max(0, running.sum + events)", "running.sum + events"],
      ["an unnamed proxy is one network", "networkOf(address)", "address"],
    ],
  ),
  ...unit(
    "server/rate-limits/login-limits.ts",
    ["server/rate-limits/login-limits.test.ts"],
    [
      [
        "addresses are not bounded",
        '...networkBound("login", address, ADDRESS.max, ADDRESS.windowMs),',
        "",
      ],
      [
        "letters' case makes another account",
        "login:${scope}${account.toLowerCase()}",
        "login:${who}${account}",
      ],
      [
        "strangers use up the owner's tries",
        'device ? `device:${device}:` : "account:"',
        '"account:"',
      ],
      ["waiting is prolonged by asking", "      await refund();\n", ""],
      [
        "the wait does not grow",
        "{ max: 8, windowMs: 5 * MINUTE },\n  { max: 5,",
        "{ max: 800, windowMs: 5 * MINUTE },\n  { max: 5,",
      ],
    ],
  ),
  ...unit(
    "server/rate-limits/visitor-limits.ts",
    ["server/rate-limits/visitor-limits.test.ts"],
    [
      ["calls are not counted", "await limits.take(name);", ";"],
      ["all visitors are one", ":visitor:${options.visitor()}", ":visitor:"],
      ["all deeds are one", "{ key: `${name}:visitor:", "{ key: `visitor:"],
      ["addresses are not bounded", "...networkBound(name, address, max, windowMs),", ""],
    ],
  ),
  ...unit(
    "server/rate-limits/limits.ts",
    ["server/rate-limits/visitor-limits.test.ts"],
    [
      ["buying is not bounded", '"purchase.buy": "buy"', '"purchase.buy": "counted elsewhere"'],
      [
        "old passwords are found by trying",
        '"member.changePassword": "password"',
        '"member.changePassword": "counted elsewhere"',
      ],
    ],
  ),
  ...unit(
    "server/rate-limits/limits.ts",
    ["server/rate-limits/invitation-limits.test.ts"],
    [
      [
        "a network farms for one inviter",
        "    ...networkBound(`invitation:${inviter}`, address, PER_INVITER_AND_NETWORK, DAY),\n",
        "",
      ],
      [
        "a network farms for many inviters",
        '    ...networkBound("invitation", address, PER_NETWORK, DAY),\n',
        "",
      ],
      ["many networks farm", "max: PER_INVITER,", "max: 1_000,"],
    ],
  ),
  ...unit(
    "server/http/request-bodies.ts",
    ["server/http/request-bodies.test.ts"],
    [
      [
        "bodies of unknown length",
        "announced === undefined && c.req.raw.body",
        "announced === null",
      ],
      ["bodies as long as they like", "length > each", "length > Number.MAX_SAFE_INTEGER"],
      ["files anywhere", "hasFiles && !acceptsFiles.test(pathname)", "hasFiles && !pathname"],
      ["one network takes all", "max: network });", "max: total });"],
      ["all take more than there is", "max: total }];", "max: Number.MAX_SAFE_INTEGER }];"],
      [
        "room is never given back",
        "      clearTimeout(timer);\n      release();",
        "      clearTimeout(timer);",
      ],
      [
        "late bodies hold their connections",
        "if (incoming && !incoming.complete) incoming.destroy();",
        "",
      ],
      ["an unnamed proxy is one network", "networkOf(address)", "address"],
      [
        "files take the forms' room",
        "[{ key: kind as string, max: total }]",
        '[{ key: "all", max: total }]',
      ],
    ],
  ),
];

const requests = [
  ...request(
    "server/http/refusals.ts",
    ["tests/request/http/refusals.test.ts"],
    [
      ["a browser's word is not heard", "if (foreign || (origin", "if ((origin"],
      ["any origin", '(origin !== undefined && origin !== c.get("url").origin)', 'origin === ""'],
      [
        "an origin that begins like this one",
        'origin !== c.get("url").origin)',
        '!origin.startsWith(c.get("url").origin))',
      ],
      [
        "sites of one domain are one",
        'site !== undefined && site !== "same-origin" && site !== "none"',
        'site === "cross-site"',
      ],
      ["cookies as long as they like", "length > MAX_COOKIES", "length > 1e9"],
    ],
  ),
  ...unit(
    "server/http/proxy.ts",
    ["server/http/proxy.test.ts"],
    [
      [
        "visitors say where they come from",
        "if (hops === 0) return { url, address: peer };",
        "",
        "where there is no proxy, `fromRight` looks behind the last entry and finds none: the line saves work",
      ],
      ["the visitor's own entry counts", "entries.length - hops", "entries.length - hops - 1"],
      [
        "any text is a host",
        "if (host && /^[\\w.-]+(:\\d+)?$|^\\[[\\da-f:]+\\](:\\d+)?$/i.test(host)) {",
        "if (host) {",
      ],
      ["any protocol", 'protocol === "https" || protocol === "http"', "protocol"],
      ["the headers go on", "  for (const name of forwarded) headers.delete(name);\n", ""],
      [
        "visitors say that they came by TLS",
        'hops > 0 && fromRight(forwardedProto, hops) === "https"',
        'forwardedProto === "https"',
      ],
      ["visitors number their requests", "hops > 0 && header && /", "header && /"],
    ],
  ),
  ...unit(
    "server/session/redirects.ts",
    ["server/session/redirects.test.ts"],
    [
      [
        "forms lead to other sites",
        'if (url?.origin !== origin) return "/";',
        'if (!url) return "/";',
      ],
      ["a path of two slashes is a path", 'resolve(path)?.origin === origin ? path : "/"', "path"],
    ],
  ),
  ...unit(
    "server/session/session.ts",
    ["server/session/session.test.ts"],
    [
      ["visitors choose their device", "device: deviceOf(seed, sealer)", "device: seed"],
      ["scripts read the cookie", "httpOnly: true", "httpOnly: false"],
      ["other hosts set the cookie", "(secure ? `__Host-${name}` : name)", "name"],
      ["http sends the cookie", "value, secure, maxAge }", "value, secure: false, maxAge }"],
      [
        "the cookie is not sealed anew",
        '!sealer.isCurrent("session", known ? visitor : newcomer)',
        'sealer.isCurrent("x" as "session", brought) && false',
      ],
      [
        "a new visitor's cookie replaces a guest's",
        "if (!known && isUnregistered(session)) return",
        "if (!known) return",
      ],
      [
        "a guest's old seed stays",
        "newcomer ? [cookie, setCookie(",
        "secure ? [cookie, setCookie(",
      ],
      [
        "the cookie is not sealed",
        'changed ? sealer.seal("session", JSON.stringify(session)) : seed',
        'changed ? Buffer.from(JSON.stringify(session)).toString("base64url") : seed',
      ],
    ],
  ),
  ...unit(
    "server/session/guests.ts",
    ["server/session/guests.test.ts"],
    [
      ["a fault settles who invited", "(error) => error instanceof UpstreamRefusal", "() => true"],
      ["one too many is reported", "waitMs === 0 &&", "true &&"],
      ["anything is a member's code", "/^[0-9A-Za-z]{1,40}$/", "/[0-9A-Za-z]{1,40}/"],
    ],
  ),
  ...request(
    "server/session/member.ts",
    ["tests/request/session/inviter.test.ts", "tests/request/session/guests.test.ts"],
    [
      ["who logs in was invited", "session.guest !== visitor.memberCode ||", ""],
      [
        "a guest is registered before the age is confirmed",
        "if (visit.choices.ageGateClosed)",
        "if (false)",
      ],
      ["a document registers a guest", "if (!allowed)", "if (false)"],
    ],
  ),
  ...request(
    "server/session/visit.ts",
    ["tests/request/session/inviter.test.ts"],
    [["members are invited", "session.credentials ? undefined : inviterOf(url)", "inviterOf(url)"]],
  ),
  ...unit(
    "server/session/member.ts",
    ["server/session/member.test.ts"],
    [
      [
        "an old answer ends a new session",
        "session.credentials?.token === used.token",
        "used.token",
      ],
      [
        "guests register as often as they like",
        'await visit.limits.take("guest")',
        "async () => undefined",
      ],
    ],
  ),
  ...request(
    "server/session/member.ts",
    ["tests/request/session/login.test.ts", "tests/request/session/session-endings.test.ts"],
    [
      [
        "anybody's device has tries of its own",
        "known ? session.device : undefined",
        "session.device",
      ],
      [
        "failed logins are not counted",
        'if (!login.ok && login.reason !== "unavailable")\n        return',
        'if (!login.ok) await attempted.refund();\n      if (!login.ok && login.reason !== "unavailable")\n        return',
      ],
      ["successful logins count as failed", "      await attempted.refund();\n", ""],
      [
        "a device gets back into the account that was taken from it",
        'session.ended?.reason === "elsewhere" && session.ended.ofGuest',
        'session.device === ""',
      ],
      [
        "who was signed out becomes a guest",
        "    if (session.ended) {\n",
        '    if (session.ended && session.guest === "") {\n',
      ],
    ],
  ),
  ...unit(
    "server/session/anonymous-session.ts",
    ["server/session/anonymous-session.test.ts"],
    [
      ["a visitor's document is kept for all", "  cacheability.personal = true;\n", ""],
      ["every page may know that nobody is visiting", "forUnregistered && Object", "Object"],
    ],
  ),
  ...unit(
    "server/session/session.ts",
    ["server/session/session.test.ts"],
    [
      ["an ended session is nobody's yet", "!credentials && !ended", "!credentials"],
      [
        "whoever has a sealed session comes as nobody",
        'if (readCookie(cookies, "visitor", secure) !== undefined) return false;',
        "",
      ],
    ],
  ),
  ...unit(
    "server/page-cache/public-pages.ts",
    ["server/page-cache/public-pages.test.ts"],
    [
      ["a preview is everybody's", ".test(path) && isUnregistered() ?", ".test(path) ?"],
      ["one device's playlists are kept", "stream\\/[\\w-]+\\/index", "stream\\/[\\w.-]+\\/index"],
    ],
  ),
  ...unit(
    "server/page-cache/store.ts",
    ["server/page-cache/store.test.ts"],
    [
      [
        "what is gone is shown for a day",
        '    if (document === "gone") entries.delete(key);\n',
        "",
      ],
      ["suggestions push out pages", "isForSuggestions(key) ? suggestions : others", "others"],
      ["a playlist outlives its addresses", "documents.expired[kind]", "documents.expired.page"],
    ],
  ),
  ...unit(
    "server/page-cache/shared-render.ts",
    ["server/page-cache/store.test.ts"],
    [["what must not be stored is", 'includes("no-store")', 'includes("never")']],
  ),
  ...request(
    "server/page-cache/page-cache.ts",
    ["tests/request/media/preview.test.ts"],
    [
      [
        "members get a kept preview",
        "() => isUnregistered(session)",
        "() => true || isUnregistered(session)",
      ],
    ],
  ),
  ...request(
    "server/session/session.ts",
    ["tests/request/http/shell.test.ts"],
    [["nobody is asked", '"adult", secure) === undefined', '"adult", secure) === "0"']],
  ),
];

const wallet = ["server/upstream/handlers/wallet.test.ts"];
const money = [
  ...unit("server/upstream/domain/ledger.ts", wallet, [
    ["accounts go below zero", "if (left >= 0) return", "if (left >= -1e9) return"],
    ["nothing is left over", "if (left >= 0) return", "if (left > 0) return"],
    ["all members' movements are shown", "and(eq(ledger.memberId, member.id), which)", "which"],
    ["all members' withdrawals are shown", "where: eq(withdrawals.memberId, member.id),", ""],
    [
      "an order has two numbers",
      "{ ...movement, number, memberId,",
      '{ ...movement, number: createSerialNumber("JY", account.now), memberId,',
    ],
  ]),
  ...unit("server/upstream/domain/ledger.ts", wallet, [
    [
      "movements are not written down",
      "await tx.insert(ledger).values({ ...movement, number, memberId, createdAt: account.now });",
      "",
    ],
    [
      "a second movement forgets the first",
      "        account.member = { ...account.member, ...changed };\n",
      "",
    ],
  ]),
  ...request(
    "server/upstream/domain/ledger.ts",
    ["tests/request/instances/stores.test.ts"],
    [["accounts are not locked", '\n      .for("no key update");', ";"]],
  ),
  ...unit("server/upstream/domain/orders.ts", wallet, [
    [
      "closed orders are paid",
      'and(eq(orders.id, id), eq(orders.status, "open"), gt(orders.expiresAt, now))',
      "and(eq(orders.id, id), gt(orders.expiresAt, now))",
    ],
    [
      "expired orders are paid",
      'eq(orders.status, "open"), gt(orders.expiresAt, now)',
      'eq(orders.status, "open"), gt(orders.expiresAt, new Date(0))',
    ],
    ["plans cost what the buyer says", " || money !== plan.price", ""],
    ["coins cost what the buyer says", " || money !== option.price", ""],
    ["free amounts have fen", "!free || !Number.isInteger(money)", "!free"],
    ["free amounts have no least", "money < MIN_COIN_PAYMENT || ", ""],
    [
      "the first purchase is rewarded without VIP",
      'if (unit === "vipDays") await claim',
      "await claim",
    ],
    [
      "giving up pays",
      'await close(db, id, "abandoned", new Date());',
      'await close(db, id, "paid", new Date());',
    ],
  ]),
  ...unit("server/upstream/handlers/wallet.ts", wallet, [
    [
      "orders for other members",
      'if (wanted.userId !== member.code) throw forbidden("只能为自己的账号充值");',
      "",
    ],
    [
      "withdrawals without a code",
      'if (imgurl.trim() === "") throw badRequest("请上传收款码");',
      "",
    ],
    ["withdrawals take a hundredth", "amount: -amount * FEN_PER_YUAN", "amount: -amount"],
    [
      "what one member bought all own",
      "const purchase = { memberId: member.id, ",
      "const purchase = { ",
    ],
    [
      "one episode is all of them",
      "purchase = { memberId: member.id, videoCode: cartoonCode, episode }",
      "purchase = { memberId: member.id, videoCode: cartoonCode }",
    ],
    [
      "a second purchase is charged",
      "if (!(await insertOnce(tx, purchases, row))) return;",
      "await insertOnce(tx, purchases, row);",
    ],
    ["purchases are paid out", "amount: -EPISODE_PRICE", "amount: EPISODE_PRICE"],
  ]),
  ...unit(
    "server/upstream/domain/rewards.ts",
    ["server/upstream/handlers/rewards.test.ts"],
    [
      [
        "tasks pay again and again",
        "if (!(await insertOnce(account.tx, taskClaims, row))) return false;",
        "await insertOnce(account.tx, taskClaims, row);",
      ],
      [
        "check-ins for another day",
        'if (wanted.date !== today) throw badRequest("只能签到当天，请刷新后再试");',
        "",
      ],
      [
        "check-ins bring what is asked for",
        "reward?.kind !== wanted.unit || reward.amount !== wanted.amount",
        "!reward",
      ],
      ["watching faster than the clock", "Math.min(advanced, elapsed)", "advanced"],
      [
        "watching twice at once",
        "least(excluded.seconds, extract(epoch from excluded.counted_at - ${watchDays.countedAt}))",
        "excluded.seconds",
      ],
    ],
  ),
  ...unit(
    "server/upstream/domain/vip.ts",
    ["server/upstream/domain/vip.test.ts"],
    [
      ["VIP does not end", "vipUntil !== null && vipUntil > now", "vipUntil !== null"],
      [
        "bought days replace what was left",
        "Math.max(now.getTime(), current.vipUntil?.getTime() ?? 0)",
        "now.getTime()",
      ],
      ["a trial takes a bought badge", "Math.max(held, badgeFor(days))", "badgeFor(days)"],
    ],
  ),
];

const badDays = [
  ...unit(
    "server/http/pipelining.ts",
    ["server/http/pipelining.test.ts"],
    [
      ["a connection asks for thousands ahead", "add(socket, 1) > max", "add(socket, 1) < 0"],
      ["what was answered counts for ever", "add(socket, -1)", "add(socket, 1)"],
    ],
  ),
  ...unit(
    "server/upstream-client/breaker.ts",
    ["server/upstream-client/breaker.test.ts"],
    [
      ["a server is left alone for long", "FIRST_PROBE_MS = 100", "FIRST_PROBE_MS = 2_000"],
      ["it is asked as often for ever", "Math.min(LONGEST_PROBE_MS, ms * 2)", "ms"],
      ["all instances ask at once", "MIN_JITTER = 0.5", "MIN_JITTER = 1"],
    ],
  ),
  ...unit(
    "server/media/mp4/file-preview.ts",
    ["server/media/mp4/file-preview.test.ts"],
    [
      ["one that changed is cut as before", "opened?.size === cut.sourceSize", "opened"],
      [
        "every viewer has it read",
        "const key = `${file.preview} ${file.url}`",
        "const key = `${Math.random()}`",
      ],
    ],
  ),
  ...unit(
    "server/media/mp4/mp4-preview.ts",
    ["server/media/mp4/mp4-preview.test.ts"],
    [
      [
        "a plain file has no preview's end",
        "Math.floor((seconds + film.origin - pause / film.units) * units)",
        "1e9",
      ],
    ],
  ),
  ...request(
    "server/media/images.ts",
    ["tests/request/media/pictures.test.ts"],
    [
      ["members' pictures are on the disk", "personal ? undefined : disk", "disk"],
      [
        "a cover's path can be made private",
        "sealed.slice(kind.length), kind)",
        "sealed.slice(kind.length))",
      ],
    ],
  ),
  ...unit(
    "server/upstream/domain/members.ts",
    ["server/upstream/handlers/member.test.ts"],
    [
      ["a password ends no session", 'await revokeTokens(tx, member, "password");', ""],
      ["the device opens the account", "existing && !existing.passwordHash", "existing"],
    ],
  ),
  ...request(
    "server/domain/payments.ts",
    ["tests/request/features/withdrawal.test.ts"],
    [
      [
        "a double tap withdraws twice",
        "return orders(key, () => api.wallet.withdraw(payout));",
        "return (key, api.wallet.withdraw(payout));",
      ],
    ],
  ),
  ...unit(
    "server/observability/log.ts",
    ["server/observability/log.test.ts"],
    [
      ["a database's fault tells its parameters", "if (!isDatabaseFault(error)) ", ""],
      ["secrets are logged", "if (!maybeSecret.test(text)) return text;", "return text;"],
    ],
  ),
  ...unit(
    "server/upstream/lock.ts",
    ["server/upstream/lock.test.ts"],
    [
      [
        "a container beside is not seen",
        "if (now.text !== found.text || now.changed !== found.changed) return true;",
        "",
      ],
      [
        "a lock that was left over holds for ever",
        "  return false;\n}\n\ninterface LockState",
        "  return true;\n}\n\ninterface LockState",
      ],
      [
        "a process beside is not seen",
        "return (await startTimeOf(Number(pid))) === start;",
        "return false;",
      ],
    ],
  ),
  ...unit(
    "server/upstream/db/pglite.ts",
    ["server/upstream/db/pglite.test.ts"],
    [["damage is told in the compiler's words", "      if (folder)\n", "      if (!folder)\n"]],
  ),
];

export const mutants: Mutant[] = [
  ...sealing,
  ...invited,
  ...watching,
  ...upstreamsAddresses,
  ...limits,
  ...requests,
  ...money,
  ...badDays,
];
