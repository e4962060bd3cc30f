import { type Case, plotPassword } from './plot.ts'

/** What people see, decide and fetch of themselves. */
export const ownDataCases: Record<string, Case> = {
  'GET /api/User/Consent': { ask: () => ({ url: '/api/User/Consent' }), elsewhere: 'own' },
  'PUT /api/User/Consent': { ask: () => ({ url: '/api/User/Consent', payload: { version: 1, given: true } }), elsewhere: 'own' },
  'GET /api/User/Confirmation': { ask: () => ({ url: '/api/User/Confirmation' }), elsewhere: 'own' },
  'POST /api/User/Confirmation': {
    ask: () => ({ url: '/api/User/Confirmation', payload: { password: plotPassword } }),
    elsewhere: 'own',
  },
  'POST /api/User/Confirmation/Passkey': { ask: () => ({ url: '/api/User/Confirmation/Passkey' }), elsewhere: 'own' },
  // Nobody's session is confirmed.
  'GET /api/User/MyData': { ask: () => ({ url: '/api/User/MyData' }), elsewhere: 'own', letIn: 403 },
  'GET /api/User/MyReads': { ask: () => ({ url: '/api/User/MyReads' }), elsewhere: 'own' },
}
