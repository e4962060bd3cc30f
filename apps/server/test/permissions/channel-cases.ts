import { type Case, nextCode, type Plot } from './plot.ts'

const path = '/api/NotificationChannel'

const about = (more: string): Case => ({
  ask: async (plot: Plot) => ({ url: `${path}/${await plot.newChannel()}${more}` }),
  elsewhere: 404,
  ofSite: true,
})

const draft = ({ office }: Plot) => ({
  officeId: office.office_id,
  type: 'slack',
  name: nextCode(),
  url: 'https://hooks.slack.com/services/T0/B0/plot',
})

const aboutWebhook = (more: string, payload?: object): Case => ({
  ask: async (plot) => ({ url: `${path}/${await plot.newWebhook()}${more}`, ...(payload === undefined ? {} : { payload }) }),
  elsewhere: 404,
  ofSite: true,
})

/** The entries of the endpoints of notification channels. A plot's own leads nowhere. */
export const channelCases: Record<string, Case> = {
  'GET /api/NotificationChannel': {
    ask: ({ office }) => ({ url: `${path}?officeId=${office.office_id}` }),
    elsewhere: 'nothing',
    ofSite: true,
  },
  'GET /api/NotificationChannel/:id': about(''),
  'POST /api/NotificationChannel': {
    ask: (plot) => ({ url: path, payload: draft(plot) }),
    elsewhere: 404,
    ofSite: true,
  },
  'PUT /api/NotificationChannel': {
    ask: async (plot) => ({ url: path, payload: { id: await plot.newChannel(), version: 1, name: nextCode() } }),
    elsewhere: 404,
    ofSite: true,
  },
  'DELETE /api/NotificationChannel/:id': about(''),
  'POST /api/NotificationChannel/:id/Test': about('/Test'),
  'GET /api/NotificationChannel/:id/Deliveries': about('/Deliveries'),
  'GET /api/NotificationChannel/:id/Preview': about('/Preview'),
  'POST /api/NotificationChannel/:id/Rotate': aboutWebhook('/Rotate'),
  'POST /api/NotificationChannel/:id/Replay': aboutWebhook('/Replay', {
    from: '2026-07-20T00:00:00+09:00',
    to: '2026-07-21T00:00:00+09:00',
  }),
}
