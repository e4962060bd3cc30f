import { type Case, nextCode } from './plot.ts'

const path = '/api/ApiToken'

/** The entries of the endpoints of read keys. */
export const readKeyCases: Record<string, Case> = {
  'GET /api/ApiToken': {
    ask: async (plot) => (await plot.readKeys.newKey(), { url: `${path}?limit=1000` }),
    elsewhere: 'nothing',
    ofCompany: true,
  },
  'GET /api/ApiToken/Reads': {
    ask: async (plot) => (await plot.readKeys.newRead(), { url: `${path}/Reads?limit=1000` }),
    elsewhere: 'nothing',
    ofCompany: true,
  },
  'POST /api/ApiToken': {
    ask: ({ office }) => ({
      url: path,
      payload: { companyId: office.company_id, officeIds: [office.office_id], name: nextCode(), scopes: ['condition'] },
    }),
    elsewhere: 404,
    ofCompany: true,
  },
  'PUT /api/ApiToken/:id': {
    ask: async (plot, role) => {
      const scopes = role === 'AdminUnitService' ? ['condition'] : ['condition', 'vitals']
      const { keyId } = await plot.readKeys.newKey(scopes)
      return { url: `${path}/${keyId}`, payload: { endsOn: '2098-12-31' } }
    },
    elsewhere: 404,
    ofCompany: true,
  },
  'DELETE /api/ApiToken/:id': {
    ask: async (plot) => ({ url: `${path}/${(await plot.readKeys.newKey()).keyId}` }),
    elsewhere: 404,
    ofCompany: true,
  },
}
