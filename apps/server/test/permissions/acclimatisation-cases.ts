import type { Case } from './plot.ts'

/** The calls of the acclimatisation plan. */
export const acclimatisationCases: Record<string, Case> = {
  'GET /api/Acclimatisation': {
    ask: ({ office }) => ({ url: `/api/Acclimatisation?OfficeId=${office.office_id}` }),
    elsewhere: 404,
    ofSite: true,
  },
  'PUT /api/Acclimatisation/:userId/Override': {
    ask: ({ people }) => ({
      url: `/api/Acclimatisation/${people.User.user_id}/Override`,
      payload: { kind: 'doctor', share: 50, reason: '医師の意見' },
    }),
    elsewhere: 404,
  },
  'DELETE /api/Acclimatisation/:userId/Override': {
    ask: async (plot) => ({ url: `/api/Acclimatisation/${await plot.newOverride()}/Override` }),
    elsewhere: 404,
  },
}
