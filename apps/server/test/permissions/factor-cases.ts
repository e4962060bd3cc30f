import { type Case, plotPassword } from './plot.ts'

const again = { password: plotPassword }
const own = (path: string, payload: object): Case => ({ ask: () => ({ url: `/api/SecondFactor${path}`, payload }), elsewhere: 'own' })

/** Calls about the second factor of a sign-in: all but the last are about oneself. */
export const factorCases: Record<string, Case> = {
  'POST /api/Authenticate/SecondFactor': {
    ask: () => ({ url: '/api/Authenticate/SecondFactor', payload: { ticket: 'x', code: '123456' } }),
    elsewhere: 'own',
  },
  'POST /api/Authenticate/PasskeyRequest': {
    ask: () => ({ url: '/api/Authenticate/PasskeyRequest', payload: { ticket: 'x' } }),
    elsewhere: 'own',
  },
  'GET /api/SecondFactor': { ask: () => ({ url: '/api/SecondFactor' }), elsewhere: 'own' },
  'POST /api/SecondFactor/Totp': own('/Totp', again),
  'POST /api/SecondFactor/Totp/Confirm': { ...own('/Totp/Confirm', { code: '123456' }), letIn: 400 },
  'POST /api/SecondFactor/Totp/Remove': own('/Totp/Remove', again),
  'POST /api/SecondFactor/Passkey': own('/Passkey', { ...again, name: '鍵' }),
  'POST /api/SecondFactor/Passkey/Confirm': { ...own('/Passkey/Confirm', { passkey: {} }), letIn: 400 },
  'POST /api/SecondFactor/Passkey/Remove': own('/Passkey/Remove', { ...again, id: 'x' }),
  'POST /api/SecondFactor/RecoveryCodes': own('/RecoveryCodes', again),
  'PUT /api/SecondFactor/RequiredOfService': {
    ask: () => ({ url: '/api/SecondFactor/RequiredOfService', payload: { isRequired: false } }),
    elsewhere: 'own',
  },
  'POST /api/UserRole/ResetSecondFactor/:id': {
    ask: ({ people }) => ({ url: `/api/UserRole/ResetSecondFactor/${people.User.user_id}`, payload: { reason: '携帯をなくした' } }),
    elsewhere: 404,
  },
}
