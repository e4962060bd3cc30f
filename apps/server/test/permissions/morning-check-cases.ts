import { type Case, nextCode } from './plot.ts'

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
  'GET /api/GateCheck': { ask: () => ({ url: '/api/GateCheck' }), elsewhere: 'own' },
  'POST /api/GateCheck/Card': { ask: () => ({ url: '/api/GateCheck/Card', payload: { card: 'MMC' } }), elsewhere: 'own' },
  'POST /api/GateCheck': { ask: () => ({ url: '/api/GateCheck', payload: { card: 'MMC', refused: true } }), elsewhere: 'own' },
  'GET /api/Office/:id/MorningCheckLink': {
    ask: ({ office }) => ({ url: `/api/Office/${office.office_id}/MorningCheckLink` }),
    elsewhere: 404,
    ofSite: true,
  },
  'POST /api/Office/:id/MorningCheckLink': {
    ask: ({ office }) => ({ url: `/api/Office/${office.office_id}/MorningCheckLink`, payload: { name: nextCode() } }),
    elsewhere: 404,
    ofSite: true,
  },
  'DELETE /api/Office/:id/MorningCheckLink/:linkId': {
    ask: async (plot) => ({ url: `/api/Office/${plot.office.office_id}/MorningCheckLink/${(await plot.newLink('morningCheck')).linkId}` }),
    elsewhere: 404,
    ofSite: true,
  },
}
