import { type LastingTurn, type Recurring, singleTurn } from '../../platform/database/recurring.ts'
import { reasonOf } from '../../platform/errors.ts'
import { findDueChannels, releaseAfterClockChange } from './claim.ts'
import { deliverNext, type Delivering } from './deliver-next.ts'
import type { Passes } from './send-delivery.ts'
import type { ChannelKey } from './store.ts'

type Room = { readonly inAll: number; readonly ofCompany: number }

/** Channels that are sent to at once, of those that work; so many of one company that it leaves room for the others. Decisions/0150. */
const workingAtOnce: Room = { inAll: 100, ofCompany: 10 }
/** The same of those whose last attempt failed: they wait for time-outs in a room of their own, and hold up none that works. */
const failingAtOnce: Room = { inAll: 100, ofCompany: 5 }
const lookAgainMs = 250

type Busy = { readonly key: ChannelKey; readonly isFailing: boolean; readonly done: Promise<void> }

const fullCompanies = (busy: Iterable<Busy>, most: number): number[] =>
  [...Map.groupBy(busy, ({ key }) => key.companyId)].flatMap(([companyId, own]) => (own.length >= most ? [companyId] : []))

/**
 * Sends what is due until nothing is. Each channel has one request under way; while some wait for time-outs, all others are looked after:
 * an emergency does not wait for somebody else's server.
 */
const sendDue = async (delivering: Delivering, { noteProgress, untilWoken }: LastingTurn): Promise<void> => {
  const { context, stopping } = delivering
  const busy = new Map<string, Busy>()
  const begin = (key: ChannelKey, isFailing: boolean) => {
    const done = deliverNext(delivering, key)
      .catch((error: unknown) => context.log.error({ ...key, reason: reasonOf(error) }, 'a channel could not be served'))
      .finally(() => {
        busy.delete(key.channelId)
        noteProgress()
      })
    busy.set(key.channelId, { key, isFailing, done })
  }
  /** @returns true where there was something to begin */
  const beginDue = async (isFailing: boolean): Promise<boolean> => {
    const { inAll, ofCompany } = isFailing ? failingAtOnce : workingAtOnce
    const inRoom = () => [...busy.values()].filter((one) => one.isFailing === isFailing)
    const exceptChannels = [...busy.keys()]
    const wanted = { isFailing, exceptChannels, exceptCompanies: fullCompanies(inRoom(), ofCompany), limit: inAll - inRoom().length }
    const due = await findDueChannels(context, context.clock(), wanted)
    for (const key of due) if (!fullCompanies(inRoom(), ofCompany).includes(key.companyId)) begin(key, isFailing)
    return due.length > 0
  }
  await releaseAfterClockChange(context, context.clock())
  try {
    for (;;) {
      const again = untilWoken(lookAgainMs)
      const hasBegun = !stopping.aborted && [await beginDue(false), await beginDue(true)].includes(true)
      if (busy.size === 0 && !hasBegun) return
      await Promise.race([...[...busy.values()].map(({ done }) => done), ...(stopping.aborted ? [] : [again])])
    }
  } finally {
    await Promise.allSettled([...busy.values()].map(({ done }) => done))
  }
}

/** Services' passes live as long as the process: each turn of the job would fetch them again. */
const passes: Passes = new Map()

/** Messages from the outbox of channels to the services outside, by one process at a time. */
export const channelJob: Recurring = {
  name: 'channels',
  everySeconds: 1,
  lockedBy: 'session',
  run: (context, _, stopping, lasting = singleTurn) => sendDue({ context, passes, stopping }, lasting),
}
