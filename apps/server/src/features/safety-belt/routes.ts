import { safetyBelt } from '@mimamori/contract'
import { readBeltDisplays, seesBelts } from '../../shared/monitoring/belts/belt-display.ts'
import type { Context } from '../../platform/context.ts'
import { forbidden } from '../../platform/errors.ts'
import { type Actor, type Route, route } from '../../platform/http/route.ts'
import { officesOf } from '../../shared/organisation/scope.ts'
import { countBelts, findBelts } from './store.ts'

/** @throws Refusal 403 for a base administrator, or a read key of sites, where the belts are not displayed at each of them */
const requireDisplay = async (context: Context, actor: Actor): Promise<void> => {
  const { role, companyId } = actor
  const officeIds = role === 'HeadquartersAdmin' ? (officesOf(actor) ?? []) : []
  const displays = await readBeltDisplays(
    context,
    officeIds.map((officeId) => ({ companyId, officeId })),
  )
  const isDisplayed = displays.size > 0 && [...displays.values()].every((display) => display === '1')
  if (!seesBelts(role, isDisplayed ? '1' : '0')) throw forbidden()
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
