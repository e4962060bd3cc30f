import type { Case } from './plot.ts'

/** The calls of morning checks. */
export const morningCheckCases: Record<string, Case> = {
  'GET /api/MorningCheck': {
    ask: ({ office }) => ({ url: `/api/MorningCheck?OfficeId=${office.office_id}` }),
    elsewhere: 404,
    ofSite: true,
  },
  'GET /api/MorningCheck/Own': { ask: () => ({ url: '/api/MorningCheck/Own' }), elsewhere: 'own' },
  'POST /api/MorningCheck': {
    ask: ({ people }) => ({ url: '/api/MorningCheck', payload: { userId: people.User.user_id, answers: { sleep: 'good' } } }),
    elsewhere: 404,
  },
  'POST /api/MorningCheck/FollowUp': {
    ask: async ({ people, newCheck }) => {
      await newCheck()
      return { url: '/api/MorningCheck/FollowUp', payload: { userId: people.User.user_id, done: 'talked' } }
    },
    elsewhere: 404,
  },
}
