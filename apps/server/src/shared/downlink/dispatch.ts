import { sql } from 'kysely'
import type { OfficeKey } from '../organisation/keys.ts'
import { clientBeside } from '../../platform/database/client-beside.ts'
import type { Context, Db } from '../../platform/context.ts'
import { companiesWaiting } from './companies-waiting.ts'
import { handOut } from './hand-out.ts'
import { downlinkChannel } from './wake.ts'
import { startListener } from '../../platform/database/listener.ts'
import { downlinkTopic } from './topics.ts'

/** A connected sender of an office that takes the commands of one device, or of all its devices (`+`). */
export type Subscriber = OfficeKey & { readonly device: string }

/** How commands leave by this process's broker. */
export type Publisher = {
  /** The senders that take commands now; `anybody` where only the broker knows them, undefined while the broker is away. */
  readonly subscribers: () => readonly Subscriber[] | 'anybody' | undefined
  /** Publishes with QoS 1. A command without an answer is published again, so a lost message does no harm. */
  readonly publish: (topic: string, payload: string) => void
}

export type Dispatch = {
  /** Subscribers have connected, perhaps again: unanswered commands to them go out again. */
  readonly arrived: (subscribers: readonly Subscriber[] | 'anybody') => void
  readonly stop: () => Promise<void>
}

// Notifications are lost while the listener's connection is down, and commands without an answer fall due by time.
const lookEveryMs = 5_000
const batch = 500

const mergeSubscribers = (some: readonly Subscriber[] | 'anybody', others: readonly Subscriber[] | 'anybody') =>
  some === 'anybody' || others === 'anybody' ? 'anybody' : [...some, ...others]

const officeIdsOf = (keys: readonly OfficeKey[]) => keys.map(({ officeId }) => officeId)

// A hashed look-up: thousands may subscribe while thousands of commands wait for others.
const among = (subscribers: readonly Subscriber[] | 'anybody') => {
  if (subscribers === 'anybody') return sql`true`
  const taken = sql`(select * from unnest(${officeIdsOf(subscribers)}::int[], ${subscribers.map(({ device }) => device)}::text[]))`
  return sql`((l.office_id, d.serial) in ${taken} or (l.office_id, '+') in ${taken})`
}

// Who sends with a trial key carries out nothing.
const takesCommands = sql`not k.is_trial and k.revoked_at is null`

// Old serials may hold characters with a meaning in MQTT topics; such a device is reached over HTTP.
const hasSubscriber = (companyId: number) => sql`d.serial !~ '[/+#]' and exists (
  select from ingest_key k where k.company_id = ${companyId} and k.office_id = l.office_id and ${takesCommands})`

const keysOf = async (db: Db, companyId: number, offices: readonly OfficeKey[]): Promise<Map<number, string[]>> => {
  const { rows } = await sql<{ office_id: number; key_ids: string[] }>`
    select k.office_id, array_agg(k.key_id) as key_ids from ingest_key k
     where k.company_id = ${companyId} and k.office_id = any(${officeIdsOf(offices)}::int[]) and ${takesCommands}
     group by k.office_id`.execute(db)
  return new Map(rows.map(({ office_id: officeId, key_ids: keyIds }) => [officeId, keyIds]))
}

const ofCompany = (subscribers: readonly Subscriber[] | 'anybody', companyId: number) =>
  subscribers === 'anybody' ? subscribers : subscribers.filter((one) => one.companyId === companyId)

/**
 * Publishes commands by this process's broker: at once when any process saves one, again when its subscriber reconnects,
 * and at growing intervals while there is no answer.
 */
export const startDispatch = (
  { db, pool, clock, log }: Pick<Context, 'db' | 'pool' | 'clock' | 'log'>,
  { subscribers, publish }: Publisher,
): Dispatch => {
  let arrivals: readonly Subscriber[] | 'anybody' = []
  let isWanted = false
  let isStopped = false
  let running: Promise<void> | undefined

  const letOutOf = async (companyId: number, there: readonly Subscriber[] | 'anybody', back: readonly Subscriber[] | 'anybody') => {
    if (there.length === 0) return
    const resend = back.length === 0 ? sql`false` : among(back)
    for (let last = 0; !isStopped;) {
      const wanted = { reach: sql`l.downlink_id > ${last} and ${hasSubscriber(companyId)} and ${among(there)}`, resend }
      const handed = await handOut(db, companyId, clock(), wanted, batch)
      const keys = await keysOf(db, companyId, handed)
      for (const { officeId, message } of handed)
        for (const keyId of keys.get(officeId) ?? []) publish(downlinkTopic(keyId, message.device), JSON.stringify(message))
      if (handed.length < batch) return
      last = handed.at(-1)?.message.id ?? last
    }
  }

  const letOut = async (): Promise<void> => {
    const there = subscribers()
    if (there === undefined || there.length === 0) return
    const back = arrivals
    arrivals = []
    try {
      for (const companyId of await companiesWaiting({ db, pool }))
        await letOutOf(companyId, ofCompany(there, companyId), ofCompany(back, companyId))
    } catch (error) {
      arrivals = mergeSubscribers(arrivals, back)
      throw error
    }
  }

  const work = async (): Promise<void> => {
    while (isWanted && !isStopped) {
      isWanted = false
      await letOut().catch((error: Error) => log.warn({ reason: error.message }, 'commands to devices wait'))
    }
    running = undefined
  }

  const wake = (): void => {
    isWanted = true
    if (!isStopped) running ??= work()
  }

  const listener = startListener({
    connect: () => clientBeside(pool),
    channel: downlinkChannel,
    log,
    onAnnouncement: wake,
    onConnected: wake,
  })
  const timer = setInterval(wake, lookEveryMs)
  timer.unref()
  return {
    arrived: (newcomers) => {
      arrivals = mergeSubscribers(arrivals, newcomers)
      wake()
    },
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await listener.stop()
      await running
    },
  }
}
