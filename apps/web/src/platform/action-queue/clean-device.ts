import { dayMs } from '@mimamori/contract/day'
import { serverNow } from '../clock.ts'
import { type ActionStore, createActionStore, type QueuedAction } from './action-store.ts'
import { noteUnsent } from './unsent-answers.ts'

/**
 * So long a device keeps what was not sent, or was refused and not read: as long as the server keeps answers and reports. It has refused
 * them since 24 hours after they were made.
 */
const keptMs = 30 * dayMs
const everyMs = 60 * 60_000

const gatePrefix = 'gate '

/** In whose name the tablet at the gate keeps what it could not send. @param linkId the number of the tablet's link */
export const gateAccount = (linkId: string): string => `${gatePrefix}${linkId}`

const isExpired = ({ at, removeAt }: QueuedAction, now: number): boolean =>
  now >= (removeAt === undefined ? Date.parse(at) + keptMs : Date.parse(removeAt))

// Two pages at once would count the same answers twice.
const exclusively = <Done>(work: () => Promise<Done>): Promise<Done> =>
  'locks' in navigator ? navigator.locks.request('mimamori-clean-device', work) : work()

/**
 * Removes what was to be sent by now and was not, whichever account it is of. What the tablet at the gate kept is counted: it shows how
 * many answers were lost.
 * @param now epoch ms
 */
export const removeExpired = (store: ActionStore, now: number): Promise<void> =>
  exclusively(async () => {
    const expired = (await store.listAll()).filter((action) => isExpired(action, now))
    for (const { id } of expired) await store.remove(id)
    noteUnsent(expired.filter(({ account }) => account.startsWith(gatePrefix)).length, now)
  })

const cleanDevice = async (): Promise<void> => {
  for (const store of [createActionStore(), createActionStore('mimamori-reports')]) await removeExpired(store, serverNow())
}

/**
 * Keeps answers, reports and names no longer on this device than they may be of use, whichever page is open: the account that they wait
 * for may never sign in here again, and nobody may open the gate's page.
 * @returns what stops it
 */
export const keepDeviceClean = (): (() => void) => {
  void cleanDevice()
  const timer = setInterval(() => void cleanDevice(), everyMs)
  return () => clearInterval(timer)
}
