import { type Case, nextCode, type Plot } from './plot.ts'

const logbookCase = (call: string): Case => ({
  ask: async (plot) => {
    await plot.newHeat()
    return { url: `/api/Report/Logbook${call}?officeId=${plot.office.office_id}&from=2026-07-20&to=2026-07-20` }
  },
  elsewhere: 404,
  ofSite: true,
})

const scheduleOf = ({ office, mark }: Plot) => ({
  officeId: office.office_id,
  kind: 'daily',
  time: '07:00',
  // The same schedule twice is refused.
  addresses: `${mark}-${nextCode()}@example.com`,
})

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
  'GET /api/AlertLoad': {
    ask: ({ office }) => ({ url: `/api/AlertLoad?OfficeId=${office.office_id}&from=2026-07-01&to=2026-07-10` }),
    elsewhere: 404,
    ofSite: true,
  },
  'POST /api/AlertLoad/Trial': {
    ask: ({ office }) => ({
      url: '/api/AlertLoad/Trial',
      payload: { officeId: office.office_id, from: '2026-07-20', to: '2026-07-20', settings: [] },
    }),
    elsewhere: 404,
    ofSite: true,
  },
  'GET /api/Report/Summary': {
    ask: ({ office }) => ({ url: `/api/Report/Summary?officeId=${office.office_id}&month=2026-07` }),
    elsewhere: 404,
    ofSite: true,
  },
  'GET /api/Report/Summary/Download': {
    ask: ({ office }) => ({ url: `/api/Report/Summary/Download?officeId=${office.office_id}&month=2026-07` }),
    elsewhere: 404,
    ofSite: true,
  },
  'GET /api/export/readings': {
    ask: async (plot) => {
      await plot.newHeat()
      return { url: `/api/export/readings?officeId=${plot.office.office_id}&from=2026-07-20&to=2026-07-20` }
    },
    elsewhere: 404,
    ofSite: true,
  },
  'GET /api/Report/Logbook': logbookCase(''),
  'GET /api/Report/Logbook/Watcher': logbookCase('/Watcher'),
  'GET /api/Report/Logbook/Download': logbookCase('/Download'),
  'POST /api/Report/Download': {
    ask: ({ office }) => ({
      url: '/api/Report/Download',
      payload: { OfficeId: [office.office_id], ReportType: 1, Period: 2, RequestDate: '2026-07-20' },
    }),
    elsewhere: 404,
    ofSite: true,
  },
  'POST /api/Report/download-report': {
    ask: ({ office }) => ({
      url: '/api/Report/download-report',
      payload: { OfficeId: [office.office_id], ReportTypeZip: [1], startTime: '2026-07-20', endTime: '2026-07-20' },
    }),
    elsewhere: 404,
    ofSite: true,
  },
  'POST /api/Report/Job': {
    ask: ({ office }) => ({
      url: '/api/Report/Job',
      payload: { OfficeId: [office.office_id], ReportTypeZip: [1], startTime: '2026-07-20', endTime: '2026-07-20' },
    }),
    elsewhere: 404,
    ofSite: true,
  },
  'GET /api/ReportSchedule': {
    ask: async (plot) => {
      await plot.newSchedule()
      return { url: '/api/ReportSchedule?limit=1000' }
    },
    elsewhere: 'nothing',
    ofSite: true,
  },
  'POST /api/ReportSchedule': {
    ask: (plot) => ({ url: '/api/ReportSchedule', payload: scheduleOf(plot) }),
    elsewhere: 404,
    ofSite: true,
  },
  'PUT /api/ReportSchedule': {
    ask: async (plot) => ({ url: '/api/ReportSchedule', payload: { ...scheduleOf(plot), id: await plot.newSchedule(), version: 1 } }),
    elsewhere: 404,
    ofSite: true,
  },
  'DELETE /api/ReportSchedule/:id': {
    ask: async (plot) => ({ url: `/api/ReportSchedule/${await plot.newSchedule()}` }),
    elsewhere: 404,
    ofSite: true,
  },
}
