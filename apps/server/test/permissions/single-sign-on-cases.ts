import { type Case, plotPassword } from './plot.ts'

const again = { password: plotPassword }
const provider = {
  ...again,
  issuer: 'https://id.firm.example',
  clientId: 'x',
  clientSecret: 'x',
  claim: 'email',
  matches: 'email',
  enabled: '0',
}

/** The cases of single sign-on, and of the provider that a company's people sign in at, by `METHOD path`. */
export const singleSignOnCases: Record<string, Case> = {
  'GET /api/Authenticate/Sso': { ask: () => ({ url: '/api/Authenticate/Sso?company=nobody' }), elsewhere: 'own' },
  'GET /api/Authenticate/Sso/:companyId/Callback': {
    ask: ({ office }) => ({ url: `/api/Authenticate/Sso/${office.company_id}/Callback?state=x&code=x` }),
    elsewhere: 'own',
  },
  'POST /api/Authenticate/Sso': { ask: () => ({ url: '/api/Authenticate/Sso', payload: { code: 'x' } }), elsewhere: 'own' },
  'GET /api/Company/:id/IdentityProvider': {
    ask: ({ office }) => ({ url: `/api/Company/${office.company_id}/IdentityProvider` }),
    elsewhere: 404,
    ofCompany: true,
  },
  'PUT /api/Company/:id/IdentityProvider': {
    ask: ({ office }) => ({ url: `/api/Company/${office.company_id}/IdentityProvider`, payload: provider }),
    elsewhere: 404,
    ofCompany: true,
  },
  'POST /api/Company/:id/IdentityProvider/Remove': {
    ask: ({ office }) => ({ url: `/api/Company/${office.company_id}/IdentityProvider/Remove`, payload: again }),
    elsewhere: 404,
    ofCompany: true,
  },
}
