import { setTimeout as after } from 'node:timers/promises'
import type { Context } from '../../../platform/context.ts'
import { openKeyBook } from './broker-keys.ts'
import { mostChecks, readMessages, type Take } from './mqtt-reader.ts'
import type { SessionLine } from './mqtt-session.ts'
import { inFlightLimitsOf } from './read-share.ts'
import { prepareSession, removeSession, type SessionName, subscribeTo, unsubscribeFrom, knock } from './session-client.ts'
import { sessionNameOf, topicsOfAll, topicsOfKeys } from './shares.ts'
import { isNameOfApplication } from './topics.ts'
import { giveMove, giveShare, readLayout, tryTakeMove, tryTakeShare } from './share-rights.ts'

// A session counts as empty when everything that came is stored and nothing more has come for so long.
const quietMs = 2_000
const askEveryMs = 100

export type MoveOptions = {
  readonly context: Context
  readonly url: string
  readonly takeOfConnection: () => Take
  readonly line: SessionLine
  /** This process reads nothing just now. */
  readonly isIdle: () => boolean
  /** Aborts when the line is lost, and the rights with it, or the process ends. */
  readonly over: AbortSignal
}

const sharesUpTo = (shares: number): number[] => [...Array(shares).keys()]

/** The topics a session has, or may have from before: those of keys that no longer exist among them. */
const topicsOf = async ({ context }: MoveOptions, shares: number, share: number, isLive = false): Promise<string[]> => {
  const keys = (await openKeyBook(context, shares).keysOf(share)).filter((key) => key.isLive || !isLive)
  const names = keys.map(({ topicName }) => topicName)
  const named = topicsOfKeys(shares === 1 ? names.filter(isNameOfApplication) : names)
  const ofAll = shares === 1 ? [...topicsOfAll.readings, ...topicsOfAll.answers] : []
  return [...ofAll, ...named.readings, ...named.answers]
}

const sessionOf = ({ url }: MoveOptions, shares: number, share: number): SessionName => ({ url, name: sessionNameOf(shares, share) })

/** Makes the sessions to come collect, while those of before are still read. */
const prepare = async (options: MoveOptions, shares: number): Promise<void> => {
  for (const share of sharesUpTo(shares))
    await prepareSession(sessionOf(options, shares, share), await topicsOf(options, shares, share, true))
}

const remove = async (options: MoveOptions, shares: number): Promise<void> => {
  for (const share of sharesUpTo(shares)) await removeSession(sessionOf(options, shares, share))
}

/**
 * Ends a session's subscriptions and reads it until nothing comes. What is published meanwhile is in the new session
 * too, where it counts as sent twice.
 */
const empty = async (options: MoveOptions, shares: number, share: number): Promise<void> => {
  const { context, takeOfConnection, over } = options
  const session = sessionOf(options, shares, share)
  const topics = await topicsOf(options, shares, share)
  for (let mixed = 0; ;) {
    await knock(session)
    const reader = readMessages(session, takeOfConnection(), inFlightLimitsOf(shares), context.log, mixed < mostChecks)
    over.addEventListener('abort', reader.end, { once: true })
    try {
      const isKnown = await reader.opened
      mixed = reader.isMixed() ? mixed + 1 : 0
      if (mixed > 0) continue
      if (isKnown === undefined) throw new Error('the MQTT broker does not answer')
      // Subscribed to first: RabbitMQ ends only those subscriptions that this connection has made.
      await subscribeTo(reader.client, topics)
      await unsubscribeFrom(reader.client, topics)
      const read = await reader.quiet(quietMs)
      const isWhole = reader.client.connected
      await reader.finish()
      over.throwIfAborted()
      if (!isWhole) throw new Error('the MQTT broker ended the connection')
      if (read === 0) return
    } finally {
      reader.end()
      over.removeEventListener('abort', reader.end)
    }
  }
}

/** Waits until nobody reads any of the shares, and nobody can. */
const takeAll = async ({ line, isIdle, over }: MoveOptions, shares: number): Promise<void> => {
  // The database gives a process twice what it has already, so that its own readings are asked for here.
  while (!isIdle()) await after(askEveryMs, undefined, { signal: over })
  for (const share of sharesUpTo(shares))
    while (!(await tryTakeShare(line, shares, share))) await after(askEveryMs, undefined, { signal: over })
}

/** Prepares the sessions to come. Answers the number of shares to move to from here on; null where all is as wanted. */
const begin = async (options: MoveOptions): Promise<number | null> => {
  const { line, context } = options
  const { shares, wanted, next, isLeaving } = await readLayout(line)
  if (isLeaving) return next
  if (next !== null && next !== wanted) {
    // Another number was wanted before; nobody has read those sessions, and those of now hold all that they hold.
    await remove(options, next)
    await line.query('update broker_layout set next_shares = null')
  }
  if (wanted === shares) return null
  context.log.info({ shares, wanted }, 'the shares at the MQTT broker change')
  await line.query('update broker_layout set next_shares = $1', [wanted])
  await prepare(options, wanted)
  await line.query('update broker_layout set is_leaving = true')
  return wanted
}

/**
 * Moves everybody to the number of shares that is wanted, where this process has the right to. The new sessions collect
 * before the old ones end their subscriptions, and are read only when those are empty: so nothing is lost, and what a
 * device sent is stored in the order it was sent. After a failure, or when the process dies, it continues from the last
 * finished step.
 */
export const moveToShares = async (options: MoveOptions): Promise<void> => {
  const { line, context } = options
  if (!(await tryTakeMove(line))) return
  try {
    const next = await begin(options)
    if (next === null) return
    const { shares } = await readLayout(line)
    // Once more: keys may have come before the others knew.
    await prepare(options, next)
    await takeAll(options, shares)
    try {
      await Promise.all(sharesUpTo(shares).map((share) => empty(options, shares, share)))
      await remove(options, shares)
      await line.query('update broker_layout set shares = $1, next_shares = null, is_leaving = false', [next])
    } finally {
      for (const share of sharesUpTo(shares)) await giveShare(line, shares, share).catch(() => undefined)
    }
    context.log.info({ shares: next }, 'the shares at the MQTT broker have changed')
  } finally {
    await giveMove(line).catch(() => undefined)
  }
}
