import { finished } from 'node:stream'
import type { ReportZipRequest } from '@mimamori/contract'
import type { Context } from '../../../platform/context.ts'
import type { Download } from '../../../platform/exchange/download.ts'
import type { Actor } from '../../../platform/http/route.ts'
import { admission } from '../../../platform/traffic/admission-policy.ts'
import { limitedPlaces } from '../../../platform/traffic/limited-places.ts'
import { whileWaitedFor } from '../../../platform/traffic/while-waited-for.ts'
import { openZip } from './open-zip.ts'

const noProgress = () => undefined

/**
 * Makes a way to answer with the reports of many people as a ZIP while it is made.
 * @throws Refusal, when called, what `openZip` refuses, before the first byte, and 429 where they are sent too many already
 */
export const zipSender = (context: Context) => {
  const takePlace = limitedPlaces(admission.zips)
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
