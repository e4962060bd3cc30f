import { setTimeout as after } from 'node:timers/promises'
import { type LampSignal, type ServerState, signalEverySeconds } from '@mimamori/contract'
import { Counter, Gauge } from 'prom-client'
import { clientBeside } from '../../platform/database/client-beside.ts'
import { startListener } from '../../platform/database/listener.ts'
import type { Context } from '../../platform/context.ts'
import { reasonOf } from '../../platform/errors.ts'
import { gatherWork, restInProportion } from '../../platform/gathered-work.ts'
import { concernsLamps, liveChannel } from '../announcements/announce.ts'
import { reachableCompanies } from '../cluster-health/reachable-companies.ts'
import type { OfficeKey } from '../organisation/keys.ts'
import { readSignals } from './read-signals.ts'

/** A key and the site whose signal its lamps get. */
export type SignalKey = OfficeKey & { readonly keyId: string }

/** Whose keys are asked for: of companies that can be reached, of these sites; null for all. */
export type SignalScope = { readonly companyIds: readonly number[] | null; readonly officeIds: readonly number[] | null }

/** How signals leave by a process's broker. */
export type SignalPublisher = {
  /** The keys to which signals go now; those beyond the scope may be among them. */
  readonly keys: (scope: SignalScope) => Promise<readonly SignalKey[]>
  /** Publishes a key's signal, retained. */
  readonly publish: (keyId: string, signal: LampSignal) => void
  /** Removes what the broker retains of a key that has come to its end. */
  readonly clear: (keyId: string) => void
  /** Publishes whether the server is there, retained. */
  readonly sayState: (state: ServerState) => void
}

export type Signals = {
  /** These keys are to get their signal at once, changed or not. */
  readonly arrived: (keyIds: readonly string[]) => void
  /** All are to be read and published again: the broker is back, or keys have changed. */
  readonly publishAll: () => void
  /** Ends it; what was published says last that it is stale. */
  readonly stop: () => Promise<void>
}

/** How often each thing is done, ms. A signal that could not be read for `staleMs` says so. */
export const signalPace = { everyMs: signalEverySeconds * 1_000, retryMs: 1_000, staleMs: 30_000 }

/** A change is published at once; what comes in the rest after a reading is read together. */
const restAfterReading = restInProportion({ leastMs: 10, cycleMs: 200 })

const signalsPublished = new Counter({ name: 'mimamori_lamp_signals_total', help: 'Signals of warning lamps that this process published' })
const keysOfLamps = new Gauge({ name: 'mimamori_lamp_keys', help: 'Ingest keys to whose warning lamps this process publishes signals' })
const staleSignals = new Gauge({
  name: 'mimamori_lamp_signals_stale',
  help: '1 while this process cannot read what its warning lamps are to show, so that they show that they know nothing',
})

// The end of the server waits so long for a database that does not answer.
const lastReadMs = 1_000

// Signals of so many sites are read in one statement.
const officesAtOnce = 500

type Wanted = { isAll: boolean; readonly officeIds: Set<number>; readonly keyIds: Set<string> }

const nothing = (): Wanted => ({ isAll: false, officeIds: new Set(), keyIds: new Set() })

const withoutTime = ({ at: _, ...shown }: LampSignal): string => JSON.stringify(shown)

const officeIn = (payload: string): number | undefined => {
  const [, office] = /^\{"c":\d+,"o":(\d+)[,}]/.exec(payload) ?? []
  return office === undefined ? undefined : Number(office)
}

/**
 * Publishes the signals of sites by a broker: at once when an alert or the site's choice changed, announced with the commit of any process;
 * all of them at intervals, with a fresh time, so that a lamp sees that somebody is there. One reading at a time, so that no older signal
 * follows a newer one.
 */
export const publishSignals = (
  context: Pick<Context, 'db' | 'pool' | 'clock' | 'log'>,
  { keys, publish, clear, sayState }: SignalPublisher,
  pace = signalPace,
): Signals => {
  const { pool, log } = context
  const published = new Map<string, { readonly companyId: number; readonly signal: LampSignal }>()
  let wanted: Wanted = { ...nothing(), isAll: true }
  let isFailing = false
  let isStopped = false
  let readAt = performance.now()
  let isStale = false

  const restore = ({ isAll, officeIds, keyIds }: Wanted): void => {
    wanted.isAll ||= isAll
    for (const officeId of officeIds) wanted.officeIds.add(officeId)
    for (const keyId of keyIds) wanted.keyIds.add(keyId)
  }

  const publishStale = (): void => {
    for (const [keyId, { signal }] of published) publish(keyId, { ...signal, stale: true })
  }

  // A statement that only waits settles nothing, so that this must not depend on the end of a reading.
  const checkAge = (): void => {
    if (isStale || performance.now() - readAt < pace.staleMs) return
    isStale = true
    staleSignals.set(1)
    publishStale()
  }

  // Keys of companies that cannot be reached just now are not gone.
  const clearGone = (known: readonly SignalKey[], atHand: readonly number[] | null): void => {
    const keyIds = new Set(known.map(({ keyId }) => keyId))
    for (const [keyId, { companyId }] of published)
      if (!keyIds.has(keyId) && (atHand === null || atHand.includes(companyId))) {
        published.delete(keyId)
        clear(keyId)
      }
  }

  const publishChosen = async ({ isAll, officeIds, keyIds }: Wanted): Promise<void> => {
    const atHand = await reachableCompanies(pool)
    const isOfSites = !isAll && keyIds.size === 0
    const all = await keys({ companyIds: atHand, officeIds: isOfSites ? [...officeIds] : null })
    if (isStopped) return
    if (!isOfSites) clearGone(all, atHand)
    const chosen = all.filter(
      ({ companyId, officeId, keyId }) =>
        (isAll || officeIds.has(officeId) || keyIds.has(keyId)) && (atHand === null || atHand.includes(companyId)),
    )
    const offices = [...new Map(chosen.map((key) => [key.officeId, key])).values()]
    for (let from = 0; from < offices.length; from += officesAtOnce) {
      const signals = await readSignals(context, offices.slice(from, from + officesAtOnce))
      if (isStopped) return
      for (const { keyId, companyId, officeId } of chosen) {
        const signal = signals.get(officeId)
        const before = published.get(keyId)?.signal
        if (signal === undefined || (!isAll && !keyIds.has(keyId) && before !== undefined && withoutTime(before) === withoutTime(signal)))
          continue
        published.set(keyId, { companyId, signal })
        publish(keyId, signal)
        signalsPublished.inc()
      }
    }
    keysOfLamps.set(published.size)
    if (isAll) sayState({ online: true })
  }

  const publishWanted = async (): Promise<void> => {
    const taken = wanted
    wanted = nothing()
    try {
      await publishChosen(taken)
      readAt = performance.now()
      isFailing = false
      // After a time without the database each signal has to lose its mark.
      if (isStale) publishAll()
      isStale = false
      staleSignals.set(0)
    } catch (error) {
      restore(taken)
      if (isStopped) return
      log.warn({ reason: reasonOf(error) }, 'the signals of warning lamps could not be read')
      isFailing = true
      publishing.ask()
    }
  }

  const publishing = gatherWork({ work: publishWanted, restMs: (tookMs) => (isFailing ? pace.retryMs : restAfterReading(tookMs)) })
  const publishAll = (): void => {
    wanted.isAll = true
    publishing.ask()
  }
  const listener = startListener({
    connect: () => clientBeside(pool),
    channel: liveChannel,
    log,
    onAnnouncement: (payload) => {
      const officeId = concernsLamps(payload) ? officeIn(payload) : undefined
      if (officeId === undefined) return
      wanted.officeIds.add(officeId)
      publishing.ask()
    },
    // What was announced while nobody listened is not announced again.
    onConnected: publishAll,
  })
  const interval = setInterval(publishAll, pace.everyMs)
  interval.unref()
  const ageCheck = setInterval(checkAge, Math.min(1_000, pace.staleMs / 2))
  ageCheck.unref()
  return {
    arrived: (keyIds) => {
      for (const keyId of keyIds) wanted.keyIds.add(keyId)
      publishing.ask()
    },
    publishAll,
    stop: async () => {
      isStopped = true
      clearInterval(interval)
      clearInterval(ageCheck)
      await Promise.race([Promise.all([listener.stop(), publishing.stop()]), after(lastReadMs, undefined, { ref: false })])
      publishStale()
      sayState({ online: false })
    },
  }
}
