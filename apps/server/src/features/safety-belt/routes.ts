import { safetyBelt } from '@mimamori/contract'
import { readBeltDisplays, seesBelts } from '../../shared/monitoring/belts/belt-display.ts'
import type { Context } from '../../platform/context.ts'
import { forbidden } from '../../platform/errors.ts'
import { type Actor, type Route, route } from '../../platform/http/route.ts'
import { officesOf } from '../../shared/organisation/scope.ts'
import { countBelts, findBelts } from './store.ts'

/**
 * The actor, of a read key of sites as one of those alone where belts are displayed.
 * @throws Refusal 403 for a base administrator, or a read key of sites, where they are displayed at none
 */
const whereDisplayed = async (context: Context, actor: Actor): Promise<Actor> => {
  const { role, companyId, readKey } = actor
  if (role !== 'HeadquartersAdmin') return actor
  const officeIds = officesOf(actor) ?? []
  const displays = await readBeltDisplays(
    context,
    officeIds.map((officeId) => ({ companyId, officeId })),
  )
  const displayed = officeIds.filter((officeId) => seesBelts(role, displays.get(officeId) ?? '0'))
  if (displayed.length === 0) throw forbidden()
  return readKey === undefined ? actor : { ...actor, readKey: { ...readKey, officeIds: displayed } }
}

/** Safety belts now: the list, and how many are in each state. */
export const safetyBeltRoutes = (context: Context): Route[] => [
  route(safetyBelt.list, 'safetyBelt', async ({ query, actor }) => {
    const viewer = await whereDisplayed(context, actor)
    return findBelts(context.db, viewer, query, context.clock())
  }),

  route(safetyBelt.summary, 'safetyBelt', async ({ query, actor }) => {
    const viewer = await whereDisplayed(context, actor)
    return countBelts(context.db, viewer, query, context.clock())
  }),
]
