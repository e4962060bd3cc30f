import { duty } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { readDuty, readVersions } from './read-duty.ts'
import { readRegister } from './register.ts'
import { sendDutyPaper } from './send-paper.ts'
import { saveDuty } from './save-duty.ts'
import { briefPeople } from './brief-people.ts'
import { readBriefings } from './briefings.ts'
import { withdrawBriefing } from './withdraw-briefing.ts'

/** The reporting line and the procedures of a site, and who was briefed of them (体制と周知). */
export const dutyRoutes = (context: Context): Route[] => [
  route(duty.read, 'duty', ({ params, query, actor }) => readDuty(context, actor, params.officeId, query.version)),
  route(duty.save, 'duty', ({ params, body, ...requester }) => saveDuty(context, requester, params.officeId, body)),
  route(duty.versions, 'duty', ({ params, query, actor }) => readVersions(context.db, actor, params.officeId, query)),
  route(duty.briefings, 'duty', ({ params, query, actor }) => readBriefings(context, actor, params.officeId, query)),
  route(duty.brief, 'duty', ({ params, body, ...requester }) => briefPeople(context, requester, params.officeId, body)),
  route(duty.withdraw, 'duty', ({ params, ...requester }) => withdrawBriefing(context, requester, params.officeId, params.id)),
  route(duty.paper, 'duty', ({ params, query, ...call }) => sendDutyPaper(context, call, params.officeId, query)),
  route(duty.register, 'duty', ({ params, query, actor }) => readRegister(context, actor, params.officeId, query)),
]
