import { dutyRota } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { removeOverride, setOverride } from './overrides.ts'
import { readDutyRota } from './read-duty-rota.ts'
import { copyRota, saveRota } from './save-rota.ts'

/** Who is called in which shift of a site (担当表). */
export const dutyRotaRoutes = (context: Context): Route[] => [
  route(dutyRota.read, 'dutyRota', ({ params, query, actor }) => readDutyRota(context, actor, params.officeId, query.from)),
  route(dutyRota.save, 'dutyRota', async ({ params, body, ...requester }) => {
    await saveRota(context, requester, params.officeId, body)
    return readDutyRota(context, requester.actor, params.officeId, body.from)
  }),
  route(dutyRota.copy, 'dutyRota', async ({ params, body, ...requester }) => {
    const monday = await copyRota(context, requester, params.officeId, body)
    return readDutyRota(context, requester.actor, params.officeId, monday)
  }),
  route(dutyRota.override, 'dutyRota', ({ params, body, ...requester }) => setOverride(context, requester, params.officeId, body)),
  route(dutyRota.removeOverride, 'dutyRota', async ({ params, ...requester }) => {
    await removeOverride(context, requester, params.officeId, params.id)
    return {}
  }),
]
