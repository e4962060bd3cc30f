import type { Case, Plot } from './plot.ts'

const of = ({ office }: Plot, rest = '') => `/api/Duty/${office.office_id}${rest}`

/** The calls of the reporting line and the procedures. */
export const dutyCases: Record<string, Case> = {
  'GET /api/Duty/:officeId': { ask: (plot) => ({ url: of(plot) }), elsewhere: 404, ofSite: true },
  'PUT /api/Duty/:officeId': { ask: (plot) => ({ url: of(plot), payload: { line: [] } }), elsewhere: 404, ofSite: true },
  'GET /api/Duty/:officeId/Version': { ask: (plot) => ({ url: of(plot, '/Version') }), elsewhere: 404, ofSite: true },
  'GET /api/Duty/:officeId/Told': { ask: (plot) => ({ url: of(plot, '/Told') }), elsewhere: 404, ofSite: true },
  'POST /api/Duty/:officeId/Told': {
    ask: async (plot, role) => {
      const { people } = plot
      await plot.newDuty()
      const [person, means] = role === 'User' ? [people.User, 'page'] : [people.User, 'meeting']
      return { url: of(plot, '/Told'), payload: { userIds: [person.user_id], means } }
    },
    elsewhere: 404,
  },
  'GET /api/Duty/:officeId/Paper': { ask: (plot) => ({ url: of(plot, '/Paper') }), elsewhere: 404, ofSite: true },
  'DELETE /api/Duty/:officeId/Told/:id': {
    ask: async (plot) => ({ url: of(plot, `/Told/${await plot.newBriefing()}`) }),
    elsewhere: 404,
  },
  'GET /api/Duty/:officeId/Register': { ask: (plot) => ({ url: of(plot, '/Register') }), elsewhere: 404, ofSite: true },
}
