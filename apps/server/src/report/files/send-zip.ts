import type { ReportZipRequest } from '@mimamori/contract'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../platform/context.ts'
import type { Actor } from '../../platform/route.ts'
import { openZip } from './open-zip.ts'
import { whileWaitedFor } from './while-waited-for.ts'

const nobodyIsTold = () => undefined

/**
 * Answers with the reports of many people as a ZIP while it is made.
 * @throws Refusal what `openZip` refuses, before the first byte
 */
export const sendZip = (context: Context, actor: Actor, request: ReportZipRequest, reply: FastifyReply): Promise<void> =>
  whileWaitedFor(reply, async (stopping) => {
    const zip = await openZip(context, actor, request, { stopping, onProgress: nobodyIsTold })
    zip.once('error', (error) => {
      if (!stopping.aborted) reply.log.error({ err: error }, 'a ZIP of reports broke off')
    })
    void reply.type('application/zip').header('content-disposition', 'attachment; filename="Reports.zip"').send(zip)
  })
