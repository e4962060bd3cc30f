import { office } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Context } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { japanDay } from '../platform/japan-time.ts'
import { japanese, listOrder } from '../platform/list-order.ts'
import { type Route, route } from '../platform/route.ts'
import { createOffice, removeOffice, updateOffice } from './change.ts'
import { findOffice, findOffices } from './store.ts'

const sortings = {
  baseCode: japanese('o.base_code'),
  officeName: japanese('o.name'),
  companyName: japanese('c.name'),
  officeId: sql.ref('o.office_id'),
  companyId: sql.ref('o.company_id'),
  opensAt: sql.ref('o.opens_at'),
  closesAt: sql.ref('o.closes_at'),
  version: sql.ref('o.version'),
}
const steady = sql`${sortings.companyName}, ${sortings.companyId}, ${sortings.officeName}, ${sortings.officeId}`

/** The sites, and what unit administrators do to them. */
export const officeRoutes = (context: Context): Route[] => {
  const today = () => japanDay(context.clock())
  return [
    route(office.list, 'office', ({ query, actor }) =>
      findOffices(context.db, actor, query, { ...query, order: listOrder('office', sortings, query, steady) }, today()),
    ),

    route(office.one, 'office', async ({ params, actor }) => {
      const found = await findOffice(context.db, actor, params.id, today())
      if (found === undefined) throw notFound()
      return found
    }),

    route(office.create, 'office', ({ body, ...requester }) => createOffice(context, requester, body)),

    route(office.update, 'office', ({ body, ...requester }) => updateOffice(context, requester, body)),

    route(office.remove, 'office', async ({ params, ...requester }) => {
      await removeOffice(context, requester, params.id)
      return {}
    }),
  ]
}
