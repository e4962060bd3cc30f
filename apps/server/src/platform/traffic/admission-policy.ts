import { type Endpoint, maxIngestBytes, message } from '@mimamori/contract'
import { ComeAgain, Refusal, tooManyRequests } from '../errors.ts'

/**
 * The admission policy of a process: who waits for what, how much each may have, and what is answered beyond it. One row for
 * each bound, in the order in which a call meets them. The parts in this folder keep the bounds; none has figures of its own.
 */

/** Bytes that the body of a call without a session may have: who they are, and no more. */
const strangersBytes = 16_384

/** How many connections a process holds, and how long it bears with slow callers; fewer and shorter in tests. Beyond it a connection is closed. */
export const connectionBounds = {
  /** Of everybody together. */
  connections: 5_000,
  /** Of one address, or one IPv6 customer: a large place of work behind one, each console with a handful. */
  ofANetwork: 1_000,
  /** Of an IPv4 /24, an IPv6 /56 or /48, any of which one customer of a provider may hold. */
  ofAWiderNetwork: 2_500,
  /** For the body of a call by anybody, unless somebody who is known sends a file. */
  bodyMs: 10_000,
  /** A known caller's body has a second more for each so many bytes: 4 MB of readings come slowly over a radio link. */
  bytesASecond: 32_000,
  /** For taking what a stranger asked for. */
  strangersAnswerMs: 600_000,
  /** A connection younger than this is not called slow. */
  youngMs: 1_000,
  sweepEveryMs: 1_000,
}
export type ConnectionBounds = typeof connectionBounds

export const admission = {
  /** Whose: everybody, and a network. How many: `connectionBounds`. Where a proxy's connection carries the call, the call is refused. */
  connections: { refuse: () => tooManyRequests(5) },

  /** Whose: a network. Checking a password is costly and needs no sign-in; and nobody is to guess links. */
  publicCalls: { most: 600, within: '1 minute', refuse: (secondsLeft: number): Refusal => tooManyRequests(secondsLeft) },

  /**
   * Whose: a person, a link or a key. How many of its calls may be on their way in, or their answers on the way out. Many
   * tablets may share an account, with a live stream each, and hundreds of senders a key that all send again after an outage.
   */
  callsUnderWay: {
    most: { person: 100, link: 100, key: 400 },
    refuse: { person: () => tooManyRequests(5), link: () => tooManyRequests(5), key: () => new ComeAgain() },
  },

  /** Whose: a key, and its customer, by a share of all. Bytes of bodies from before they are read until they are answered. */
  bodiesUnderWay: {
    /** Each key one message of the largest size, or as much in smaller ones: reading them blocks the process for a moment. */
    bytesOfAll: 64_000_000,
    /**
     * What a key has at once: some 16,000 readings, as many as may wait of it. More would be read only to be refused. One
     * message of the largest size goes alone.
     */
    bytesOfKey: 2_000_000,
    bytesOfMessage: maxIngestBytes,
    /** A request costs more than its body; at this price a key has some two thousand small ones under way at once. */
    leastBytes: 2_000,
    refuse: () => new ComeAgain(),
  },

  /**
   * Whose: a person. A screen makes some ten calls as it opens: one person's calls must not take all of the database's
   * connections, nor all come between others' readings and the processor at once.
   */
  turns: { atOnce: 4, waiting: 60, refuse: () => tooManyRequests(5) },

  /** Whose: a person, by lane: what must not wait behind their other calls, such as the answer to an alert, and what would keep those waiting. */
  lanes: { atOnce: 2, waiting: 60, refuse: () => tooManyRequests(5) },

  /** Whose: a person who makes many calls, while the process has no time to spare: theirs go one by one, with pauses. */
  pacing: {
    /** What a screen asks for as it opens, twice, and what it asks for from then on. */
    callsAtOnce: 20,
    callsASecond: 4,
    /** Of a call that took so long: who makes many has a quarter of the time at most. */
    pauseShare: 3,
    longestPauseMs: 3_000,
    waiting: 63,
    refuse: () => tooManyRequests(5),
  },

  /**
   * Whose: a person, a link, and everybody at an address. All their tabs and tablets: beyond that somebody opens streams for
   * another reason than looking at them. A proxy's own address holds any number.
   */
  streams: { most: { person: 50, link: 20, address: 500 }, refuse: () => tooManyRequests(60) },

  /** Whose: a person. ZIPs of reports that are being sent to them; more at once are for a job, which takes its turn. */
  zips: { most: 2, refuse: () => new Refusal(429, [message('zipsFull', { most: 2 })], 30) },

  /**
   * Whose: a person, or a read key. Exports of readings that are being sent to them: each reads millions of rows one after another. One of which the client takes
   * nothing for a minute is ended, so that one that has vanished can ask again.
   */
  exports: { most: 1, stuckMs: 60_000, refuse: () => new Refusal(429, [message('exportsFull', { most: 1 })], 30) },

  /** Whose: a connection that was refused. Its answer waits where it asks to come again, or was preceded by many refusals. */
  delayedRefusals: {
    statuses: [401, 403, 429, 503] as readonly number[],
    /** More than a screen is refused whose session has just ended. */
    refusalsAtOnce: 10,
    pauseMs: 500,
    pauseWhileBusyMs: 2_000,
  },
}

/** How calls of a kind are admitted. */
export type Rules = {
  /** The largest body. */
  readonly bodyBytes: number
  /** Whether their rate is limited before anybody is known (`publicCalls`). */
  readonly isRateLimited: boolean
  /** How long the body may take once the caller is known; a stranger's has the shortest time. */
  readonly bodyOf: 'stranger' | 'text' | 'file'
  /** Whether their bodies count among those of a key (`bodiesUnderWay`). */
  readonly countsBodies: boolean
  /** In which order a person's wait (`turns`, `lanes`), if they do. */
  readonly waitsIn: 'turns' | 'lanes' | null
  /** Whether a person's are paced (`pacing`): until they are answered, or until a file of any length is sent. */
  readonly pacedUntil: 'answered' | 'sent' | null
}

const textBytes = 1_000_000
const personal = { bodyBytes: textBytes, isRateLimited: false, bodyOf: 'text', countsBodies: false } as const

/** One row for each kind of call. */
const rules = {
  /** Anybody's, without a session. */
  public: { bodyBytes: strangersBytes, isRateLimited: true, bodyOf: 'stranger', countsBodies: false, waitsIn: null, pacedUntil: null },
  /** A wallboard's, by its link or by a person. */
  wallboard: { ...personal, isRateLimited: true, waitsIn: null, pacedUntil: null },
  /**
   * By a poster's link, or that of the morning check: anybody's who is in front of it. Many phones share a carrier's address, so the rate
   * of calls with a good link is not limited; wrong ones count as calls of strangers (`publicCalls`).
   */
  link: { bodyBytes: strangersBytes, isRateLimited: false, bodyOf: 'stranger', countsBodies: false, waitsIn: null, pacedUntil: null },
  /** A sender's, by its key or the secret of a connection. */
  ingest: { ...personal, bodyBytes: maxIngestBytes, countsBodies: true, waitsIn: null, pacedUntil: null },
  /** A person's, of which a screen makes many. */
  call: { ...personal, waitsIn: 'turns', pacedUntil: 'answered' },
  /** A person's that has a lane of its own. */
  inLane: { ...personal, waitsIn: 'lanes', pacedUntil: null },
  /** A file that a person is sent. */
  download: { ...personal, waitsIn: null, pacedUntil: 'sent' },
  /** A live stream. */
  stream: { ...personal, waitsIn: null, pacedUntil: null },
  /** A file that a person sends, which may take minutes. */
  upload: { ...personal, bodyOf: 'file', waitsIn: null, pacedUntil: null },
} as const satisfies Record<string, Rules>

type Kind = keyof typeof rules

const kindOf = ({ permission, multipart, raw, lane }: Endpoint): Kind => {
  if (permission === 'public' || permission === 'wallboard') return permission
  if (permission === 'ingestKey' || permission === 'connection') return 'ingest'
  if (permission === 'poster' || permission === 'morningCheck') return 'link'
  if (multipart !== undefined) return 'upload'
  if (raw === true) return lane === undefined ? 'download' : 'stream'
  return lane === undefined ? 'call' : 'inLane'
}

/** How calls of an endpoint are admitted. */
export const rulesOf = (endpoint: Endpoint): Rules => rules[kindOf(endpoint)]

/** The largest body of a call of which nothing is known yet. */
export const bodyBytesOfStrangers = rules.public.bodyBytes
