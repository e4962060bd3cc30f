import type { Case } from './plot.ts'

/** The calls of how people say they feel. */
export const selfReportCases: Record<string, Case> = {
  'POST /api/SelfReport': { ask: () => ({ url: '/api/SelfReport', payload: { state: 'well' } }), elsewhere: 'own' },
  'GET /api/SelfReport': { ask: () => ({ url: '/api/SelfReport' }), elsewhere: 'own' },
  'GET /api/Alert/:id/Report': {
    ask: async (plot) => ({ url: `/api/Alert/${(await plot.newAlert()).alert_id}/Report` }),
    elsewhere: 404,
  },
}
