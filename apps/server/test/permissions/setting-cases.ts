import type { Case } from './plot.ts'

const settingChange = { type: 'CUMULATIVE_TIME_FOR_EMERGENCY_ALERT_DETECTION', key: 'ACCUMULATED_TIME', value: '20' }

/** The cases of the master settings, by `METHOD path`. */
export const settingCases: Record<string, Case> = {
  'GET /api/MasterSetting/Company/:id': {
    ask: ({ office }) => ({ url: `/api/MasterSetting/Company/${office.company_id}` }),
    elsewhere: 404,
  },
  'GET /api/MasterSetting/Office/:id': {
    ask: ({ office }) => ({ url: `/api/MasterSetting/Office/${office.office_id}` }),
    elsewhere: 404,
    ofSite: true,
  },
  'POST /api/MasterSetting/Company/:id': {
    ask: ({ office }) => ({ url: `/api/MasterSetting/Company/${office.company_id}`, payload: [settingChange] }),
    elsewhere: 404,
  },
  'PUT /api/MasterSetting/Company/:id': {
    ask: ({ office }) => ({ url: `/api/MasterSetting/Company/${office.company_id}`, payload: [settingChange] }),
    elsewhere: 404,
  },
  'POST /api/MasterSetting/Office/:id': {
    ask: ({ office }) => ({ url: `/api/MasterSetting/Office/${office.office_id}`, payload: [settingChange] }),
    elsewhere: 404,
    ofSite: true,
  },
  'PUT /api/MasterSetting/Office/:id': {
    ask: ({ office }) => ({ url: `/api/MasterSetting/Office/${office.office_id}`, payload: [settingChange] }),
    elsewhere: 404,
    ofSite: true,
  },
  'GET /api/MasterSetting/GetSismilHost': { ask: () => ({ url: '/api/MasterSetting/GetSismilHost' }), elsewhere: 'own' },
  'PUT /api/MasterSetting/UpdateSismilHost': {
    ask: () => ({ url: '/api/MasterSetting/UpdateSismilHost', payload: { newSismilUrl: 'https://sismil.example.jp/' } }),
    elsewhere: 'own',
  },
}
