import { type LastingTurn, type Recurring, singleTurn } from '../../platform/database/recurring.ts'
import { createCourier } from './deliver.ts'
import { type Sending, sendToBrowser } from './send-to-browser.ts'
import { findDue } from './store.ts'
import { pushSubject } from '../../platform/outside/push-subject.ts'
import { vapidKeys } from './vapid-keys.ts'

const atOnce = 20
const lookAgainMs = 1_000

/**
 * Sends what is due until nothing is. While a slow push service holds some browsers up, the others are looked after: an
 * emergency does not wait for somebody else's time-out.
 */
const sendDue = async (sending: Sending, { noteProgress, untilWoken }: LastingTurn): Promise<void> => {
  const { context, stopping } = sending
  const busy = new Map<number, Promise<void>>()
  try {
    for (;;) {
      const again = untilWoken(lookAgainMs)
      const room = stopping.aborted ? 0 : atOnce - busy.size
      const due = room > 0 ? await findDue(context, context.clock(), [...busy.keys()], room) : []
      for (const to of due) {
        const id = to.subscription_id
        busy.set(
          id,
          sendToBrowser(sending, to).finally(() => {
            busy.delete(id)
            noteProgress()
          }),
        )
      }
      if (busy.size === 0) return
      await Promise.race([...busy.values(), ...(room > due.length ? [again] : [])])
    }
  } finally {
    await Promise.allSettled(busy.values())
  }
}

/** Notices from the outbox to the browsers' push services, by one process at a time. They say nothing without a real sender. */
export const pushJob: Recurring = {
  name: 'push',
  everySeconds: 1,
  lockedBy: 'session',
  run: async (context, _, stopping, lasting = singleTurn) => {
    const subject = pushSubject(context.config)
    if (subject === undefined) return
    if ((await findDue(context, context.clock(), [], 1)).length === 0) return
    const courier = createCourier(context.config)
    try {
      await sendDue({ context, courier, signer: { ...(await vapidKeys(context.db)), subject }, stopping }, lasting)
    } finally {
      courier.close()
    }
  },
}
