import { finished } from 'node:stream'
import { message, type ReportZipRequest } from '@mimamori/contract'
import type { Context } from '../../../platform/context.ts'
import { Refusal } from '../../../platform/errors.ts'
import type { Download } from '../../../platform/exchange/download.ts'
import type { Actor } from '../../../platform/http/route.ts'
import { whileWaitedFor } from '../../../platform/traffic/while-waited-for.ts'
import { openZip } from './open-zip.ts'

const noProgress = () => undefined

// More at once are for a job, which takes its turn.
const mostAtOnce = 2
const retryAfterSeconds = 30

/** Counts the ZIPs that are being sent, by person. */
const zipPlaces = () => {
  const open = new Map<number, number>()
  /**
   * Counts a ZIP that somebody is sent, until the function is called that it hands back.
   * @throws Refusal 429 where they are sent as many as one may be at once
   */
  return (userId: number): (() => void) => {
    const taken = open.get(userId) ?? 0
    if (taken >= mostAtOnce) throw new Refusal(429, [message('zipsFull', { most: mostAtOnce })], retryAfterSeconds)
    open.set(userId, taken + 1)
    return () => {
      const left = (open.get(userId) ?? 1) - 1
      if (left === 0) open.delete(userId)
      else open.set(userId, left)
    }
  }
}

/**
 * Makes a way to answer with the reports of many people as a ZIP while it is made.
 * @throws Refusal, when called, what `openZip` refuses, before the first byte, and 429 where they are sent too many already
 */
export const zipSender = (context: Context) => {
  const takePlace = zipPlaces()
  return (actor: Actor, request: ReportZipRequest, { reply, record }: Download): Promise<void> =>
    whileWaitedFor(reply, async (stopping) => {
      const leavePlace = takePlace(actor.userId)
      const opening = openZip(context, actor, request, { stopping, onProgress: noProgress })
      opening.catch(leavePlace)
      const zip = await opening
      finished(zip, { writable: false }, (error) => {
        leavePlace()
        if (error && !stopping.aborted) reply.log.error({ err: error }, 'a ZIP of reports broke off')
      })
      await record({ fileName: 'Reports.zip' })
      void reply.type('application/zip').header('content-disposition', 'attachment; filename="Reports.zip"').send(zip)
    })
}
