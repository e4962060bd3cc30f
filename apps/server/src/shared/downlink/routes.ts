import { downlink } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import { handOut } from './hand-out.ts'
import { settle } from './settle.ts'
import { notFound } from '../../platform/errors.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { findDownlinks } from './store.ts'

/** The list of commands that were sent to devices. */
export const downlinkRoutes = (context: Context): Route[] => [
  route(downlink.list, 'downlink', ({ query, actor }) => findDownlinks(context.db, actor, query)),
]

/** Devices without MQTT ask for their commands and answer them here; every process serves this, as it serves readings. */
export const downlinkDeviceRoutes = ({ db, clock }: Pick<Context, 'db' | 'clock'>): Route[] => [
  route(downlink.take, 'downlink', async ({ query, sender: { companyId, officeId, isTrial } }) => {
    // Commands are for real devices, and each is handed out once.
    if (isTrial === true) return { data: [], count: 0 }
    const now = clock()
    // A command that waited its turn has a lower number than those already handed out, so the number alone does not decide.
    const wanted = { reach: sql`l.office_id = ${officeId}`, resend: sql`l.downlink_id > ${query.after}` }
    const handed = await handOut(db, companyId, now, wanted, query.limit)
    return { data: handed.map((one) => one.message), count: handed.length }
  }),

  route(downlink.acknowledge, 'downlink', async ({ params, body, sender }) => {
    if (sender.isTrial === true) throw notFound()
    const settled = await settle(db, sender, { ...body, id: params.id }, clock())
    if (settled === 'unknown') throw notFound()
    return {}
  }),
]
