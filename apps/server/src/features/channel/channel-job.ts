import { setTimeout as after } from 'node:timers/promises'
import type { Recurring } from '../../platform/database/recurring.ts'
import { reasonOf } from '../../platform/errors.ts'
import { findDueChannels } from './claim.ts'
import { deliverNext, type Delivering } from './deliver-next.ts'
import type { Passes } from './send-delivery.ts'
import type { ChannelKey } from './store.ts'

/** Channels that are sent to at once, of those that work. Project choice, decisions/0150. */
export const workingAtOnce = 100
/** The same of those whose last attempt failed: they wait for time-outs in a room of their own. */
export const failingAtOnce = 30
/** Of one company, so that it leaves room for the others. */
export const ofCompanyAtOnce = 10
const lookAgainMs = 250

type Busy = { readonly key: ChannelKey; readonly isFailing: boolean; readonly done: Promise<void> }

const fullCompanies = (busy: Iterable<Busy>): number[] =>
  [...Map.groupBy(busy, ({ key }) => key.companyId)].flatMap(([companyId, own]) => (own.length >= ofCompanyAtOnce ? [companyId] : []))

/**
 * Sends what is due until nothing is. Each channel has one request under way; while some wait for time-outs, all others are looked after:
 * an emergency does not wait for somebody else's server.
 */
const sendDue = async (delivering: Delivering): Promise<void> => {
  const { context, stopping } = delivering
  const busy = new Map<string, Busy>()
  const begin = (key: ChannelKey, isFailing: boolean) => {
    const done = deliverNext(delivering, key)
      .catch((error: unknown) => context.log.error({ ...key, reason: reasonOf(error) }, 'a channel could not be served'))
      .finally(() => busy.delete(key.channelId))
    busy.set(key.channelId, { key, isFailing, done })
  }
  const beginDue = async (isFailing: boolean, atOnce: number): Promise<void> => {
    const room = atOnce - [...busy.values()].filter((one) => one.isFailing === isFailing).length
    const exceptChannels = [...busy.keys()]
    const exceptCompanies = fullCompanies(busy.values())
    for (const key of await findDueChannels(context, context.clock(), { isFailing, exceptChannels, exceptCompanies, limit: room }))
      if (!fullCompanies(busy.values()).includes(key.companyId)) begin(key, isFailing)
  }
  try {
    for (;;) {
      if (!stopping.aborted) {
        await beginDue(false, workingAtOnce)
        await beginDue(true, failingAtOnce)
      }
      if (busy.size === 0) return
      await Promise.race([...[...busy.values()].map(({ done }) => done), ...(stopping.aborted ? [] : [after(lookAgainMs)])])
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
  run: (context, _, stopping) => sendDue({ context, passes, stopping }),
}
