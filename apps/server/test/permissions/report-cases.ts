import type { Case } from './plot.ts'

/** The calls of reports. */
export const reportCases: Record<string, Case> = {
  'GET /api/Report/Worker': {
    ask: ({ office }) => ({ url: `/api/Report/Worker?officeId=${office.office_id}` }),
    elsewhere: 404,
    ofSite: true,
  },
  'POST /api/Report': {
    ask: ({ office }) => ({
      url: '/api/Report',
      payload: { OfficeId: [office.office_id], ReportType: 1, Period: 2, RequestDate: '2026-07-20' },
    }),
    elsewhere: 404,
    ofSite: true,
  },
}
