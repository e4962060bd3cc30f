import { type Case, type Plot, plotPassword } from './plot.ts'

const credentials = ({ people }: Plot) => ({ username: people.User.login_id, password: plotPassword })

const nobodysCard = 'B-AAAA-AAAA-AAAA'

/** Signing in and out, who one is, and the sessions that are open. */
export const sessionCases: Record<string, Case> = {
  'POST /api/Authenticate/Login': { ask: (plot) => ({ url: '/api/Authenticate/Login', payload: credentials(plot) }), elsewhere: 'own' },
  'POST /api/Authenticate/Card': { ask: () => ({ url: '/api/Authenticate/Card', payload: { card: nobodysCard } }), elsewhere: 'own' },
  'POST /api/Authenticate/CardSignIn': {
    ask: () => ({ url: '/api/Authenticate/CardSignIn', payload: { card: nobodysCard, pin: '704915' } }),
    elsewhere: 'own',
  },
  'POST /api/Authenticate/CardPin': {
    ask: () => ({ url: '/api/Authenticate/CardPin', payload: { card: nobodysCard, pin: '704915', confirmPin: '704915' } }),
    elsewhere: 'own',
  },
  'POST /api/Authenticate/refresh': { ask: () => ({ url: '/api/Authenticate/refresh', payload: { refreshToken: 'x' } }), elsewhere: 'own' },
  'POST /api/Authenticate/Logout': { ask: () => ({ url: '/api/Authenticate/Logout', payload: { refreshToken: 'x' } }), elsewhere: 'own' },
  'POST /api/Authenticate/ChangePassword': {
    ask: () => ({
      url: '/api/Authenticate/ChangePassword',
      payload: { oldPassword: `${plotPassword}-other`, newPassword: `${plotPassword}-new`, confirmNewPassword: `${plotPassword}-new` },
    }),
    elsewhere: 'own',
    // The password of these people stays: the wrong old one is what is refused.
    letIn: 400,
  },
  'PUT /api/User/Language': { ask: () => ({ url: '/api/User/Language', payload: { language: 'ja' } }), elsewhere: 'own' },
  'GET /api/UserInfo': { ask: ({ people }) => ({ url: `/api/UserInfo?userName=${people.User.login_id}` }), elsewhere: 404 },
  'PUT /api/UserRole/Disable/:id': {
    ask: async (plot) => ({ url: `/api/UserRole/Disable/${(await plot.newWorker()).user_id}` }),
    elsewhere: 404,
  },
  'PUT /api/UserRole/Enable/:id': { ask: ({ people }) => ({ url: `/api/UserRole/Enable/${people.User.user_id}` }), elsewhere: 404 },
  'GET /api/UserRole/:id/Erasure': { ask: ({ people }) => ({ url: `/api/UserRole/${people.User.user_id}/Erasure` }), elsewhere: 404 },
  'POST /api/UserRole/:id/Erase': {
    ask: async (plot) => {
      const { user_id, login_id } = await plot.newWorker()
      return { url: `/api/UserRole/${user_id}/Erase`, payload: { userName: login_id } }
    },
    elsewhere: 404,
  },
  'PUT /api/UserRole/:id/Hold': {
    ask: async (plot) => ({
      url: `/api/UserRole/${(await plot.newWorker()).user_id}/Hold`,
      payload: { reason: '労災の調査', endsOn: '2099-12-31' },
    }),
    elsewhere: 404,
  },
  'DELETE /api/UserRole/:id/Hold': { ask: ({ people }) => ({ url: `/api/UserRole/${people.User.user_id}/Hold` }), elsewhere: 404 },
  'GET /api/Session': { ask: () => ({ url: '/api/Session' }), elsewhere: 'own' },
  'DELETE /api/Session': { ask: () => ({ url: '/api/Session' }), elsewhere: 'own' },
  'DELETE /api/Session/:sessionId': { ask: async (plot, role) => ({ url: `/api/Session/${await plot.newSession(role)}` }), elsewhere: 404 },
  'GET /api/UserRole/Session/:id': { ask: ({ people }) => ({ url: `/api/UserRole/Session/${people.User.user_id}` }), elsewhere: 404 },
  'DELETE /api/UserRole/Session/:id': { ask: ({ people }) => ({ url: `/api/UserRole/Session/${people.User.user_id}` }), elsewhere: 404 },
  'DELETE /api/UserRole/Session/:id/:sessionId': {
    ask: async (plot) => ({ url: `/api/UserRole/Session/${plot.people.User.user_id}/${await plot.newSession('User')}` }),
    elsewhere: 404,
  },
}
