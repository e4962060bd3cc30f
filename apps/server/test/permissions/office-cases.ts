import { type Case, nextCode } from './plot.ts'

/** The calls about offices. */
export const officeCases: Record<string, Case> = {
  'GET /api/Office': { ask: () => ({ url: '/api/Office' }), elsewhere: 'nothing', ofSite: true },
  'GET /api/Office/:id': { ask: ({ office }) => ({ url: `/api/Office/${office.office_id}` }), elsewhere: 404, ofSite: true },
  'POST /api/Office': {
    ask: ({ office }) => ({
      url: '/api/Office',
      payload: { companyId: office.company_id, baseCode: nextCode(), officeName: '新しい拠点' },
    }),
    elsewhere: 404,
  },
  'PUT /api/Office': {
    ask: ({ office }) => ({
      url: '/api/Office',
      payload: { officeId: office.office_id, companyId: office.company_id, baseCode: office.base_code, officeName: office.name },
    }),
    elsewhere: 404,
  },
  'GET /api/Office/ReferenceChange': {
    ask: async (plot) => {
      await plot.newReferenceChange()
      return { url: `/api/Office/ReferenceChange?officeId=${plot.office.office_id}` }
    },
    elsewhere: 'nothing',
    ofSite: true,
  },
  'DELETE /api/Office/ReferenceChange/:id': {
    ask: ({ office }) => ({ url: `/api/Office/ReferenceChange/${office.office_id}` }),
    elsewhere: 404,
    ofSite: true,
  },
  'GET /api/Office/:id/Archive': {
    ask: ({ office }) => ({ url: `/api/Office/${office.office_id}/Archive` }),
    elsewhere: 404,
    ofSite: true,
  },
  'POST /api/Office/:id/Archive': {
    ask: async (plot) => {
      const { office_id: officeId, name: officeName } = await plot.newOffice()
      return { url: `/api/Office/${officeId}/Archive`, payload: { officeName } }
    },
    elsewhere: 404,
  },
  'POST /api/Office/:id/Reopen': {
    ask: async (plot) => ({ url: `/api/Office/${(await plot.newOffice()).office_id}/Reopen` }),
    elsewhere: 404,
  },
  'DELETE /api/Office/:id': { ask: async (plot) => ({ url: `/api/Office/${(await plot.newOffice()).office_id}` }), elsewhere: 404 },
}
