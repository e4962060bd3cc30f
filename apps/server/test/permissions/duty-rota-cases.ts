import type { Role } from '@mimamori/contract'
import type { Case, Plot } from './plot.ts'

const of = ({ office }: Plot, rest = '') => `/api/DutyRota/${office.office_id}${rest}`

/** Of the night of the plot's day. */
const tonight = { date: '2026-07-20', shift: 'night', place: 1 } as const

/** Who of the plot may be on duty: the caller where they may, so that a leader asks about their own place. */
const onDuty = ({ people }: Plot, role: Role) =>
  role === 'GroupLeader' || role === 'GroupSubLeader' ? people[role] : people.HeadquartersAdmin

/** The calls of the rota of who is called. */
export const dutyRotaCases: Record<string, Case> = {
  'GET /api/DutyRota/:officeId': { ask: (plot) => ({ url: of(plot) }), elsewhere: 404, ofSite: true },
  'PUT /api/DutyRota/:officeId': {
    ask: (plot) => ({ url: of(plot), payload: { from: '2026-07-20', places: [] } }),
    elsewhere: 404,
    ofSite: true,
  },
  'POST /api/DutyRota/:officeId/Copy': {
    ask: async (plot) => {
      await plot.newRota(plot.people.HeadquartersAdmin)
      return { url: of(plot, '/Copy'), payload: { from: '2026-07-20' } }
    },
    elsewhere: 404,
    ofSite: true,
  },
  'POST /api/DutyRota/:officeId/Override': {
    ask: async (plot, role) => {
      await plot.newRota(onDuty(plot, role))
      return { url: of(plot, '/Override'), payload: { ...tonight, userId: plot.people.AdminUnitContract.user_id, reason: '講習' } }
    },
    elsewhere: 404,
  },
  'DELETE /api/DutyRota/:officeId/Override/:id': {
    ask: async (plot, role) => ({ url: of(plot, `/Override/${await plot.newSubstitute(plot.people[role])}`) }),
    elsewhere: 404,
  },
}
