import { alertCases } from './alert-cases.ts'
import { channelCases } from './channel-cases.ts'
import { connectionCases } from './connection-cases.ts'
import { deviceCases } from './device-cases.ts'
import { dutyCases } from './duty-cases.ts'
import { dutyRotaCases } from './duty-rota-cases.ts'
import { factorCases } from './factor-cases.ts'
import { firstStepCases } from './first-step-cases.ts'
import { groupCases } from './group-cases.ts'
import { jobCases } from './job-cases.ts'
import { type Case, nextCode, type Plot, plotPassword } from './plot.ts'
import { mapCases } from './map-cases.ts'
import { officeCases } from './office-cases.ts'
import { reportCases } from './report-cases.ts'
import { sessionCases } from './session-cases.ts'
import { settingCases } from './setting-cases.ts'
import { browserOf } from '../../src/platform/outside/test-push-service.ts'
import { csvTemplate } from '../../src/platform/exchange/csv-out.ts'
import { multipart } from '../../src/platform/exchange/test-upload.ts'
import { singleSignOnCases } from './single-sign-on-cases.ts'
import { acclimatisationCases } from './acclimatisation-cases.ts'
import { morningCheckCases } from './morning-check-cases.ts'
import { ownDataCases } from './own-data-cases.ts'
import { planCases } from './plan-cases.ts'
import { readKeyCases } from './read-key-cases.ts'
import { restCases } from './rest-cases.ts'
import { selfReportCases } from './self-report-cases.ts'
import { wearCases } from './wear-cases.ts'
import { siteReportCases } from './site-report-cases.ts'
import { wallboardCases } from './wallboard-cases.ts'
import { workerColumns } from '../../src/features/user-role/csv-columns.ts'

const onePixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')

const workerForm = ({ office }: Plot) => ({
  role: 'User',
  userName: `made-${nextCode()}`,
  password: plotPassword,
  confirmPassword: plotPassword,
  fullName: '新　人',
  furigana: 'シン　ジン',
  companyId: office.company_id,
  officeId: office.office_id,
  gender: 1,
  dateOfBirth: '1990-01-01',
})

const workersFile = () => {
  const template = csvTemplate(workerColumns)
  const cells: Record<string, string> = {
    ログインID: `filed-${nextCode()}`,
    氏名: '新　人',
    フリガナ: 'シン　ジン',
    性別: '1',
    生年月日: '1990-01-01',
  }
  return template + template.replace('\uFEFF', '').replaceAll(/"([^"]*)"/g, (_, label: string) => `"${cells[label] ?? ''}"`)
}

/** An entry for each endpoint, by `METHOD path`. A new endpoint needs one, or permissions.test.ts fails. */
export const permissionCases: Record<string, Case> = {
  ...sessionCases,
  ...ownDataCases,
  ...firstStepCases,
  ...singleSignOnCases,
  'PUT /api/UserRole/Unlock/:id': { ask: ({ people }) => ({ url: `/api/UserRole/Unlock/${people.User.user_id}` }), elsewhere: 404 },

  'POST /api/Office/Search': { ask: () => ({ url: '/api/Office/Search', payload: {} }), elsewhere: 'nothing', ofSite: true },
  'GET /api/Company': { ask: () => ({ url: '/api/Company' }), elsewhere: 'nothing', betrayal: /firm-here/, ofCompany: true },
  'GET /api/Company/:id': { ask: ({ office }) => ({ url: `/api/Company/${office.company_id}` }), elsewhere: 404, betrayal: /firm-here/ },
  'POST /api/Company': {
    ask: () => ({ url: '/api/Company', payload: { officeCode: nextCode(), companyName: '新しい会社' } }),
    elsewhere: 'own',
  },
  'PUT /api/Company': {
    ask: ({ office, mark }) => ({
      url: '/api/Company',
      payload: { companyId: office.company_id, officeCode: `firm-${mark.toLowerCase()}`, companyName: '会社' },
    }),
    elsewhere: 404,
  },
  'DELETE /api/Company/:id': { ask: async (plot) => ({ url: `/api/Company/${(await plot.newCompany()).company_id}` }), elsewhere: 404 },

  ...officeCases,
  ...groupCases,

  'GET /api/UserRole': { ask: () => ({ url: '/api/UserRole?limit=1000' }), elsewhere: 'nothing' },
  'GET /api/UserRole/:id': { ask: ({ people }) => ({ url: `/api/UserRole/${people.User.user_id}` }), elsewhere: 404 },
  'POST /api/UserRole': { ask: (plot) => ({ url: '/api/UserRole', payload: workerForm(plot) }), elsewhere: 404 },
  'PUT /api/UserRole/:id': {
    ask: ({ people }) => ({ url: `/api/UserRole/${people.User.user_id}`, payload: { gender: 1, dateOfBirth: '1990-01-01' } }),
    elsewhere: 404,
  },
  'DELETE /api/UserRole/:id': { ask: async (plot) => ({ url: `/api/UserRole/${(await plot.newWorker()).user_id}` }), elsewhere: 404 },
  'GET /api/UserRole/GetUserId': {
    ask: ({ office }) => ({ url: `/api/UserRole/GetUserId?role=HeadquartersAdmin&officeId=${office.office_id}` }),
    elsewhere: 404,
  },
  'GET /api/UserRole/Template': { ask: () => ({ url: '/api/UserRole/Template?role=User' }), elsewhere: 'own' },
  'GET /api/UserRole/Download': { ask: () => ({ url: '/api/UserRole/Download?worker=1' }), elsewhere: 'nothing' },
  'POST /api/UserRole/Import/:id': {
    ask: ({ office }) => ({
      url: `/api/UserRole/Import/${office.office_id}`,
      ...multipart(['role', 'User'], ['file', workersFile(), 'a.csv']),
    }),
    elsewhere: 404,
  },
  ...factorCases,
  ...deviceCases,
  ...jobCases,
  ...mapCases,
  ...settingCases,
  ...wearCases,
  ...planCases,
  ...restCases,
  ...dutyCases,
  ...dutyRotaCases,
  ...acclimatisationCases,
  ...morningCheckCases,
  ...selfReportCases,
  'GET /api/Kbn/SafetyBeltDisplay': { ask: () => ({ url: '/api/Kbn/SafetyBeltDisplay' }), elsewhere: 'own' },
  'GET /api/OutboxMail': {
    ask: async (plot) => {
      await plot.newMail()
      return { url: '/api/OutboxMail?limit=1000' }
    },
    elsewhere: 'nothing',
    ofSite: true,
  },
  'POST /api/OutboxMail/:id/Resend': {
    ask: async (plot) => ({ url: `/api/OutboxMail/${await plot.newMail()}/Resend` }),
    elsewhere: 404,
    ofSite: true,
  },

  'GET /api/DatabaseState': { ask: () => ({ url: '/api/DatabaseState' }), elsewhere: 'own' },
  'GET /api/Operation': { ask: () => ({ url: '/api/Operation' }), elsewhere: 'own' },
  'GET /api/AuditLog': { ask: () => ({ url: '/api/AuditLog?limit=1000' }), elsewhere: 'nothing' },
  'GET /api/AuditLog/Download': { ask: () => ({ url: '/api/AuditLog/Download' }), elsewhere: 'nothing' },

  'GET /api/Office/:id/IngestKey': {
    ask: ({ office }) => ({ url: `/api/Office/${office.office_id}/IngestKey` }),
    elsewhere: 404,
    ofSite: true,
  },
  'POST /api/Office/:id/IngestKey': {
    ask: ({ office }) => ({ url: `/api/Office/${office.office_id}/IngestKey`, payload: { name: nextCode() } }),
    elsewhere: 404,
    ofSite: true,
  },
  'PUT /api/Office/:id/IngestKey/:keyId': {
    ask: async (plot) => ({
      url: `/api/Office/${plot.office.office_id}/IngestKey/${(await plot.newKey()).keyId}`,
      payload: { endsOn: null },
    }),
    elsewhere: 404,
    ofSite: true,
  },
  'DELETE /api/Office/:id/IngestKey/:keyId': {
    ask: async (plot) => ({ url: `/api/Office/${plot.office.office_id}/IngestKey/${(await plot.newKey()).keyId}` }),
    elsewhere: 404,
    ofSite: true,
  },

  ...wallboardCases,
  ...siteReportCases,
  'GET /api/SmartSafetyBeltSetting': {
    ask: ({ belt, office }) => ({ url: `/api/SmartSafetyBeltSetting?officeId=${office.office_id}&smartSafetyBeltId=${belt.serial}` }),
    elsewhere: 404,
  },
  'POST /api/SmartSafetyBeltSetting': {
    ask: ({ belt }) => ({ url: '/api/SmartSafetyBeltSetting', payload: { smartSafetyBeltId: belt.serial, buzzer: '0' } }),
    elsewhere: 404,
  },
  'PUT /api/SmartSafetyBeltSetting': {
    ask: ({ belt }) => ({ url: '/api/SmartSafetyBeltSetting', payload: { smartSafetyBeltId: belt.serial, buzzer: '1' } }),
    elsewhere: 404,
  },
  'GET /api/ReferenceBarometerSetting': {
    ask: ({ barometer }) => ({ url: `/api/ReferenceBarometerSetting?referenceBarometerId=${barometer.serial}` }),
    elsewhere: 404,
  },
  'POST /api/ReferenceBarometerSetting': {
    ask: ({ barometer }) => ({ url: '/api/ReferenceBarometerSetting', payload: { referenceBarometerId: barometer.serial, latitude: 35 } }),
    elsewhere: 404,
  },
  'PUT /api/ReferenceBarometerSetting': {
    ask: ({ barometer }) => ({ url: '/api/ReferenceBarometerSetting', payload: { referenceBarometerId: barometer.serial, latitude: 36 } }),
    elsewhere: 404,
  },
  'GET /api/Downlink': { ask: ({ office }) => ({ url: `/api/Downlink?officeId=${office.office_id}` }), elsewhere: 'nothing' },
  'GET /api/ingest/signal': { ask: () => ({ url: '/api/ingest/signal' }), elsewhere: 'nothing' },
  'GET /api/ingest/downlink': { ask: () => ({ url: '/api/ingest/downlink' }), elsewhere: 'nothing' },
  'POST /api/ingest/downlink/:id': {
    ask: ({ downlink }) => ({ url: `/api/ingest/downlink/${downlink}`, payload: { state: 'acknowledged' } }),
    elsewhere: 404,
  },

  'GET /api/Office/:id/Now': { ask: ({ office }) => ({ url: `/api/Office/${office.office_id}/Now` }), elsewhere: 404, ofSite: true },

  'GET /api/HealthCondition': {
    ask: ({ office }) => ({ url: `/api/HealthCondition?limit=1000&officeId=${office.office_id}` }),
    elsewhere: 'nothing',
  },
  'GET /api/HealthCondition/Summary': {
    ask: ({ group }) => ({ url: `/api/HealthCondition/Summary?groupId=${group.group_id}` }),
    elsewhere: 'nothing',
    betrayal: /"workers":[1-9]/,
  },
  'GET /api/HealthCondition/:userId/:dayOffset': {
    ask: ({ people }) => ({ url: `/api/HealthCondition/${people.User.user_id}/0` }),
    elsewhere: 404,
  },

  'GET /api/SafetyBelt': {
    ask: ({ office }) => ({ url: `/api/SafetyBelt?limit=1000&officeId=${office.office_id}` }),
    elsewhere: 'nothing',
  },
  'GET /api/SafetyBelt/Summary': {
    ask: ({ office }) => ({ url: `/api/SafetyBelt/Summary?officeId=${office.office_id}` }),
    elsewhere: 'nothing',
    betrayal: /"silent":[1-9]/,
  },

  'GET /api/HealthCondition/Alert': {
    ask: ({ office }) => ({ url: `/api/HealthCondition/Alert?allTime=1&officeId=${office.office_id}` }),
    elsewhere: 'nothing',
  },
  'GET /api/HealthCondition/DownloadAlert/:companyId': {
    ask: ({ office }) => ({ url: `/api/HealthCondition/DownloadAlert/${office.company_id}?allTime=1` }),
    elsewhere: 404,
  },
  'POST /api/FileUpload/Image': {
    ask: () => ({ url: '/api/FileUpload/Image', ...multipart(['uploadFile', onePixel, 'a.png']) }),
    elsewhere: 'own',
  },
  'GET /api/Map/GetMapImageData': {
    ask: async (plot) => ({ url: `/api/Map/GetMapImageData?imageKey=${await plot.newPicture()}` }),
    elsewhere: 404,
  },
  'GET /api/Map/Image/:key': {
    ask: async (plot) => ({ url: `/api/Map/Image/${await plot.newPicture()}` }),
    elsewhere: 404,
  },
  'GET /api/Location': {
    ask: ({ office }) => ({ url: `/api/Location?officeId=${office.office_id}` }),
    elsewhere: 'nothing',
    betrayal: /place of/,
    ofSite: true,
  },
  'POST /api/Location': {
    ask: ({ office, mark }) => ({ url: '/api/Location', payload: { officeId: office.office_id, name: `place of ${mark}` } }),
    elsewhere: 404,
    ofSite: true,
  },
  ...readKeyCases,
  ...channelCases,
  ...connectionCases,
  ...alertCases,
  ...reportCases,
  'POST /api/EndOfWork': {
    ask: ({ people }) => ({ url: '/api/EndOfWork', payload: { userId: people.User.user_id } }),
    elsewhere: 404,
  },

  'GET /api/Push/Subscription': { ask: () => ({ url: '/api/Push/Subscription' }), elsewhere: 'own' },
  'POST /api/Push/Subscription': {
    ask: () => ({ url: '/api/Push/Subscription', payload: browserOf('https://push.example.com/1') }),
    elsewhere: 'own',
  },
  'DELETE /api/Push/Subscription': { ask: () => ({ url: '/api/Push/Subscription' }), elsewhere: 'own' },
  'POST /api/Push/Test': { ask: () => ({ url: '/api/Push/Test' }), elsewhere: 'own' },
  'GET /api/live': { ask: ({ office }) => ({ url: `/api/live?officeId=${office.office_id}` }), elsewhere: 'nothing' },
  'POST /api/ingest': {
    // What people wear is taken in for its own site with the key of another one of the company; a gateway is not.
    ask: ({ gateway }) => ({
      url: '/api/ingest',
      payload: { readings: [{ kind: 'gateway', device: gateway.serial, at: '2026-07-20T12:59:00+09:00', waveLevel: 3 }] },
    }),
    elsewhere: 'nothing',
    betrayal: /"(?:accepted|duplicates)":[1-9]/,
  },
}
