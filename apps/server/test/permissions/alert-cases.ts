import type { Case } from './plot.ts'

const alertCall = (action: string, payload?: object): Case => ({
  ask: async (plot) => ({
    url: `/api/Alert/${(await plot.newAlert()).alert_id}/${action}`,
    ...(payload === undefined ? {} : { payload }),
  }),
  elsewhere: 404,
})

/** The calls about one alert, and about drills. */
export const alertCases: Record<string, Case> = {
  'GET /api/Drill': { ask: ({ office }) => ({ url: `/api/Drill?officeId=${office.office_id}` }), elsewhere: 'nothing' },
  'GET /api/Drill/Audience': { ask: ({ office }) => ({ url: `/api/Drill/Audience?officeId=${office.office_id}` }), elsewhere: 404 },
  'GET /api/Escalation/Unreached': {
    ask: ({ office }) => ({ url: `/api/Escalation/Unreached?officeId=${office.office_id}` }),
    elsewhere: 'nothing',
  },
  'POST /api/Drill': {
    // One at a time runs at an office.
    ask: async (plot) => {
      await plot.endDrills()
      return { url: '/api/Drill', payload: { officeId: plot.office.office_id } }
    },
    elsewhere: 404,
  },
  'GET /api/Drill/Schedule/:officeId': { ask: ({ office }) => ({ url: `/api/Drill/Schedule/${office.office_id}` }), elsewhere: 404 },
  'PUT /api/Drill/Schedule/:officeId': {
    ask: ({ office }) => ({ url: `/api/Drill/Schedule/${office.office_id}`, payload: { schedule: { weekday: 1, time: '10:00' } } }),
    elsewhere: 404,
  },
  'GET /api/Alert/Waiting': { ask: () => ({ url: '/api/Alert/Waiting' }), elsewhere: 'own' },
  'GET /api/Alert/:id': { ask: async (plot) => ({ url: `/api/Alert/${(await plot.newAlert()).alert_id}` }), elsewhere: 404 },
  'GET /api/Alert/:id/Download': {
    ask: async (plot) => ({ url: `/api/Alert/${(await plot.newAlert()).alert_id}/Download` }),
    elsewhere: 404,
  },
  'POST /api/Alert/:id/Note': alertCall('Note', { note: 'メモ' }),
  'POST /api/Alert/:id/Acknowledge': alertCall('Acknowledge'),
  'POST /api/Alert/Acknowledge': {
    ask: async (plot) => ({ url: '/api/Alert/Acknowledge', payload: { ids: [(await plot.newAlert()).alert_id] } }),
    elsewhere: 404,
  },
  'POST /api/Alert/:id/Respond': alertCall('Respond'),
  'POST /api/Alert/:id/Close': alertCall('Close', { outcome: 'rested', note: '' }),
}
