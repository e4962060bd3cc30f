import { alertRecord } from '@mimamori/contract'
import type { Context } from '../../../platform/context.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { lookAtRecord } from './look-at-record.ts'
import { sendRecord } from './send-record.ts'
import { writeNote } from './write-note.ts'

/** The record of one alert, and what people add to it. */
export const alertRecordRoutes = (context: Context): Route[] => [
  route(alertRecord.read, 'alert', ({ params, ...requester }) => lookAtRecord(context, requester, params.id)),

  route(alertRecord.download, 'alert', ({ params, ...call }) => sendRecord(context, call, params.id)),

  route(alertRecord.note, 'alert', async ({ params, body, ...requester }) => {
    await writeNote(context, requester, params.id, body.note)
    return {}
  }),
]
