import type { Case } from './plot.ts'

/** The calls of the plan of a day. */
export const planCases: Record<string, Case> = {
  'GET /api/Plan': {
    ask: ({ office }) => ({ url: `/api/Plan?OfficeId=${office.office_id}` }),
    elsewhere: 404,
    ofSite: true,
  },
  'GET /api/Plan/LongHeat': {
    ask: ({ office }) => ({ url: `/api/Plan/LongHeat?OfficeId=${office.office_id}` }),
    elsewhere: 404,
    ofSite: true,
  },
  'GET /api/Plan/Paper': {
    ask: ({ office }) => ({ url: `/api/Plan/Paper?OfficeId=${office.office_id}` }),
    elsewhere: 404,
    ofSite: true,
  },
}
