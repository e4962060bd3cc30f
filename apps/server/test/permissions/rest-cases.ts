import type { Case } from './plot.ts'

/** The calls of rests. */
export const restCases: Record<string, Case> = {
  'GET /api/Rest': {
    ask: ({ office }) => ({ url: `/api/Rest?OfficeId=${office.office_id}` }),
    elsewhere: 404,
    ofSite: true,
  },
  'POST /api/Rest': {
    ask: ({ people }) => ({ url: '/api/Rest', payload: { userIds: [people.User.user_id], state: 'begin' } }),
    elsewhere: 404,
  },
}
