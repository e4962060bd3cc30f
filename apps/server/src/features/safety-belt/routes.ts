import { safetyBelt } from '@mimamori/contract'
import { readBeltDisplays, seesBelts } from '../../shared/monitoring/belts/belt-display.ts'
import type { Context } from '../../platform/context.ts'
import { forbidden } from '../../platform/errors.ts'
import { type Actor, type Route, route } from '../../platform/http/route.ts'
import { countBelts, findBelts } from './store.ts'

/** @throws Refusal 403 for a base administrator where the belts are not displayed */
const requireDisplay = async (context: Context, { role, companyId, officeId }: Actor): Promise<void> => {
  const offices = role === 'HeadquartersAdmin' && officeId !== null ? [{ companyId, officeId }] : []
  const [display = '0'] = (await readBeltDisplays(context, offices)).values()
  if (!seesBelts(role, display)) throw forbidden()
}

/** Safety belts now: the list, and how many are in each state. */
export const safetyBeltRoutes = (context: Context): Route[] => [
  route(safetyBelt.list, 'safetyBelt', async ({ query, actor }) => {
    await requireDisplay(context, actor)
    return findBelts(context.db, actor, query, context.clock())
  }),

  route(safetyBelt.summary, 'safetyBelt', async ({ query, actor }) => {
    await requireDisplay(context, actor)
    return countBelts(context.db, actor, query, context.clock())
  }),
]
