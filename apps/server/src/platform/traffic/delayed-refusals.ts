import type { Socket } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { admission } from './admission-policy.ts'
import { isBusyLately } from './busy-lately.ts'

const { statuses, refusalsAtOnce, pauseMs, pauseWhileBusyMs } = admission.delayedRefusals

/**
 * Delays refusals: a caller who asks again at once, whatever the answer says, costs nearly what an answer does. Anyone who is
 * asked to come again waits for that, and longer while the process has no time to spare; then anyone who was refused on one
 * connection again and again waits for each refusal.
 */
export const delayedRefusals = (isBusy = isBusyLately(), pause: (ms: number) => Promise<unknown> = after) => {
  const refusals = new WeakMap<Socket, number>()
  /** @param comeAgain whether the answer says when to ask again */
  return async (socket: Socket, status: number, comeAgain: boolean): Promise<void> => {
    if (!statuses.includes(status)) return
    const count = (refusals.get(socket) ?? 0) + 1
    refusals.set(socket, count)
    if ((comeAgain || count > refusalsAtOnce) && isBusy()) await pause(pauseWhileBusyMs)
    else if (comeAgain) await pause(pauseMs)
  }
}
