import { type Case, nextCode } from './plot.ts'

/** The entries of the endpoints of wallboards and of their links. */
export const wallboardCases: Record<string, Case> = {
  'GET /api/Office/:id/WallboardLink': {
    ask: ({ office }) => ({ url: `/api/Office/${office.office_id}/WallboardLink` }),
    elsewhere: 404,
    ofSite: true,
  },
  'POST /api/Office/:id/WallboardLink': {
    ask: ({ office }) => ({ url: `/api/Office/${office.office_id}/WallboardLink`, payload: { name: nextCode() } }),
    elsewhere: 404,
    ofSite: true,
  },
  'DELETE /api/Office/:id/WallboardLink/:linkId': {
    ask: async (plot) => ({ url: `/api/Office/${plot.office.office_id}/WallboardLink/${(await plot.newLink()).linkId}` }),
    elsewhere: 404,
    ofSite: true,
  },
  'GET /api/Wallboard/:officeId': { ask: ({ office }) => ({ url: `/api/Wallboard/${office.office_id}` }), elsewhere: 404, ofSite: true },
  'GET /api/Wallboard/:officeId/Live': {
    ask: ({ office }) => ({ url: `/api/Wallboard/${office.office_id}/Live` }),
    elsewhere: 404,
    ofSite: true,
  },
}
