import { randomUUID } from 'node:crypto'
import { roles, type Role } from '@mimamori/contract'
import { groupColumns } from './group/csv-columns.ts'
import type { Db } from './platform/context.ts'
import { csvTemplate } from './platform/exchange/csv-out.ts'
import { multipart } from './platform/exchange/test-upload.ts'
import { makeAlert, makeCompany, makeDevice, makeDownlink, makeGroup, makeIngestKey, makeOffice, makeUser, makeWear } from './platform/test-factories.ts'
import { workerColumns } from './user-role/csv-columns.ts'

export const plotPassword = 'Plot-1234'

type Beside = { readonly company_id?: number; readonly office?: Awaited<ReturnType<typeof makeOffice>> }

/**
 * One of everything at one site: somebody of each role, a worker with a device, an alert. The names of its group and
 * people begin with `mark` and that of its site ends with it, so that what must stay hidden can be searched for.
 */
export const makePlot = async (db: Db, mark: string, beside: Beside = {}) => {
  const companyOf = async () => beside.company_id ?? (await makeCompany(db, { code: `firm-${mark.toLowerCase()}` })).company_id
  const office = beside.office ?? (await makeOffice(db, { name: `site of ${mark}`, company_id: await companyOf() }))
  const group = await makeGroup(db, { office_id: office.office_id, name: mark, code: mark })
  const place = { company_id: office.company_id, office_id: office.office_id, group_id: group.group_id }
  const person = (role: Role) => makeUser(db, role, place, { full_name: `${mark} ${role}`, password: plotPassword })
  const people = Object.fromEntries(await Promise.all(roles.map(async (role) => [role, await person(role)] as const))) as Record<
    Role,
    Awaited<ReturnType<typeof makeUser>>
  >
  const device = await makeDevice(db, 'vital', office.office_id)
  const belt = await makeDevice(db, 'belt', office.office_id, { serial: `${mark}-belt` })
  const barometer = await makeDevice(db, 'barometer', office.office_id, { serial: `${mark}-barometer` })
  const { downlink_id } = await makeDownlink(db, belt)
  await makeWear(db, people.User.user_id, device.device_id)
  const newAlert = () => makeAlert(db, people.User, { base_name: office.name, ended_at: new Date('2026-07-20T12:55:00+09:00') })
  await newAlert()
  const { company_id, office_id } = office
  const change = { user_name: 'somebody', company_id, office_id, action: 'create', resource: 'group', resource_id: String(group.group_id) }
  await db.insertInto('audit_log').values({ ...change, after: JSON.stringify({ groupName: mark }) }).execute()
  return {
    mark, office, group, people, device, belt, barometer, downlink: downlink_id, key: await makeIngestKey(db, office.office_id), newAlert,
    newCompany: () => makeCompany(db),
    newOffice: () => makeOffice(db, { company_id }),
    newGroup: () => makeGroup(db, { office_id }),
    newKey: () => makeIngestKey(db, office_id),
    newWorker: () => makeUser(db, 'User', { company_id, office_id }),
    newJob: async (role: Role) => {
      const job_id = randomUUID()
      const values = { job_id, user_id: people[role].user_id, resource: 'user', file_name: 'a.csv', state: 'done', created_at: new Date() }
      await db.insertInto('import_job').values(values).execute()
      return job_id
    },
  }
}
export type Plot = Awaited<ReturnType<typeof makePlot>>

type Asked = { readonly url: string; readonly payload?: object; readonly headers?: Record<string, string> }

export type Case = {
  /** A good request about the plot; `role` is who of the plot it is about, where it is about whoever asks. */
  readonly ask: (plot: Plot, role: Role) => Asked | Promise<Asked>
  /**
   * What somebody elsewhere gets for it: 404; the answer with nothing of the plot in it; or, where a request is about
   * nothing but whoever asks, their own.
   */
  readonly elsewhere: 404 | 'nothing' | 'own'
  /** What in an answer gives the plot away, where it is not its mark. */
  readonly betrayal?: RegExp
  /** True where what is asked for is the whole site's, whatever the group. */
  readonly ofSite?: true
  /** True where it is the whole company's, whatever the site. */
  readonly ofCompany?: true
}

const alertDeed = (deed: string, payload?: object): Case => ({
  ask: async (plot) => ({
    url: `/api/Alert/${(await plot.newAlert()).alert_id}/${deed}`,
    ...(payload === undefined ? {} : { payload }),
  }),
  elsewhere: 404,
})

let codes = 0
const nextCode = () => `new-${(codes += 1)}`

const credentials = ({ people }: Plot) => ({ username: people.User.login_id, password: plotPassword })

const workerForm = ({ office }: Plot) => ({
  role: 'User', userName: `made-${nextCode()}`, password: plotPassword, confirmPassword: plotPassword, fullName: '新　人', furigana: 'シン　ジン',
  companyId: office.company_id, officeId: office.office_id, gender: 1, dateOfBirth: '1990-01-01',
})

const workersFile = () => {
  const template = csvTemplate(workerColumns)
  const cells: Record<string, string> = { ログインID: `filed-${nextCode()}`, 氏名: '新　人', フリガナ: 'シン　ジン', 性別: '1', 生年月日: '1990-01-01' }
  return template + template.replace('\uFEFF', '').replaceAll(/"([^"]*)"/g, (_, label: string) => `"${cells[label] ?? ''}"`)
}

const groupsFile = () => {
  const template = csvTemplate(groupColumns)
  const code = nextCode()
  const cells: Record<string, string> = { グループコード: code, グループ名: code }
  return template + template.replace('\uFEFF', '').replaceAll(/"([^"]*)"/g, (_, label: string) => `"${cells[label] ?? ''}"`)
}

/** An entry for each endpoint, by `METHOD path`. A new endpoint needs one, or permissions.test.ts fails. */
export const permissionCases: Record<string, Case> = {
  'POST /api/Authenticate/Login': { ask: (plot) => ({ url: '/api/Authenticate/Login', payload: credentials(plot) }), elsewhere: 'own' },
  'POST /api/Authenticate/refresh': { ask: () => ({ url: '/api/Authenticate/refresh', payload: { refreshToken: 'x' } }), elsewhere: 'own' },
  'POST /api/Authenticate/Logout': { ask: () => ({ url: '/api/Authenticate/Logout', payload: { refreshToken: 'x' } }), elsewhere: 'own' },
  'POST /api/Authenticate/ChangePassword': {
    ask: () => ({
      url: '/api/Authenticate/ChangePassword',
      payload: { oldPassword: plotPassword, newPassword: plotPassword, confirmNewPassword: plotPassword },
    }),
    elsewhere: 'own',
  },
  'GET /api/UserInfo': { ask: ({ people }) => ({ url: `/api/UserInfo?userName=${people.User.login_id}` }), elsewhere: 404 },
  'PUT /api/UserRole/Unlock/:id': { ask: ({ people }) => ({ url: `/api/UserRole/Unlock/${people.User.user_id}` }), elsewhere: 404 },

  'POST /api/Office/Search': { ask: () => ({ url: '/api/Office/Search', payload: {} }), elsewhere: 'nothing', ofSite: true },
  'GET /api/Company': { ask: () => ({ url: '/api/Company' }), elsewhere: 'nothing', betrayal: /firm-here/, ofCompany: true },
  'GET /api/Company/:id': { ask: ({ office }) => ({ url: `/api/Company/${office.company_id}` }), elsewhere: 404, betrayal: /firm-here/ },
  'POST /api/Company': { ask: () => ({ url: '/api/Company', payload: { officeCode: nextCode(), companyName: '新しい会社' } }), elsewhere: 'own' },
  'PUT /api/Company': {
    ask: ({ office, mark }) => ({
      url: '/api/Company', payload: { companyId: office.company_id, officeCode: `firm-${mark.toLowerCase()}`, companyName: '会社' },
    }),
    elsewhere: 404,
  },
  'DELETE /api/Company/:id': { ask: async (plot) => ({ url: `/api/Company/${(await plot.newCompany()).company_id}` }), elsewhere: 404 },

  'GET /api/Office': { ask: () => ({ url: '/api/Office' }), elsewhere: 'nothing', ofSite: true },
  'GET /api/Office/:id': { ask: ({ office }) => ({ url: `/api/Office/${office.office_id}` }), elsewhere: 404, ofSite: true },
  'POST /api/Office': {
    ask: ({ office }) => ({ url: '/api/Office', payload: { companyId: office.company_id, baseCode: nextCode(), officeName: '新しい拠点' } }),
    elsewhere: 404,
  },
  'PUT /api/Office': {
    ask: ({ office }) => ({
      url: '/api/Office',
      payload: { officeId: office.office_id, companyId: office.company_id, baseCode: office.base_code, officeName: office.name },
    }),
    elsewhere: 404,
  },
  'DELETE /api/Office/:id': { ask: async (plot) => ({ url: `/api/Office/${(await plot.newOffice()).office_id}` }), elsewhere: 404 },

  'GET /api/Group': { ask: ({ office }) => ({ url: `/api/Group?officeId=${office.office_id}` }), elsewhere: 'nothing' },
  'GET /api/Group/Candidates': { ask: ({ office }) => ({ url: `/api/Group/Candidates?officeId=${office.office_id}` }), elsewhere: 'nothing' },
  'GET /api/Group/Email/:address': { ask: () => ({ url: '/api/Group/Email/gate@example.com' }), elsewhere: 'own' },
  'GET /api/Group/updatestatus/:id': { ask: ({ group }) => ({ url: `/api/Group/updatestatus/${group.group_id}` }), elsewhere: 404 },
  'GET /api/Group/:id': { ask: ({ group }) => ({ url: `/api/Group/${group.group_id}` }), elsewhere: 404 },
  'POST /api/Group': {
    ask: ({ office }) => {
      const code = nextCode()
      return { url: '/api/Group', payload: { officeId: office.office_id, groupCode: code, groupName: code } }
    },
    elsewhere: 404,
  },
  'PUT /api/Group': { ask: ({ group }) => ({ url: '/api/Group', payload: { id: group.group_id } }), elsewhere: 404 },
  'DELETE /api/Group/:id': { ask: async (plot) => ({ url: `/api/Group/${(await plot.newGroup()).group_id}` }), elsewhere: 404 },

  'GET /api/Group/Template': { ask: () => ({ url: '/api/Group/Template' }), elsewhere: 'own' },
  'GET /api/Group/Download': { ask: () => ({ url: '/api/Group/Download' }), elsewhere: 'nothing' },
  'POST /api/Group/Import/:officeId': {
    ask: ({ office }) => ({ url: `/api/Group/Import/${office.office_id}`, ...multipart(['file', groupsFile(), 'a.csv']) }),
    elsewhere: 404,
  },

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
    ask: ({ office }) => ({ url: `/api/UserRole/Import/${office.office_id}`, ...multipart(['role', 'User'], ['file', workersFile(), 'a.csv']) }),
    elsewhere: 404,
  },
  'GET /api/Job/:jobId': { ask: async (plot, role) => ({ url: `/api/Job/${await plot.newJob(role)}` }), elsewhere: 404 },

  'GET /api/Device': { ask: ({ office }) => ({ url: `/api/Device?officeId=${office.office_id}` }), elsewhere: 'nothing' },
  'GET /api/Kbn/SafetyBeltDisplay': { ask: () => ({ url: '/api/Kbn/SafetyBeltDisplay' }), elsewhere: 'own' },
  'GET /api/AuditLog': { ask: () => ({ url: '/api/AuditLog?limit=1000' }), elsewhere: 'nothing' },
  'GET /api/AuditLog/Download': { ask: () => ({ url: '/api/AuditLog/Download' }), elsewhere: 'nothing' },

  'GET /api/Office/:id/IngestKey': { ask: ({ office }) => ({ url: `/api/Office/${office.office_id}/IngestKey` }), elsewhere: 404, ofSite: true },
  'POST /api/Office/:id/IngestKey': {
    ask: ({ office }) => ({ url: `/api/Office/${office.office_id}/IngestKey`, payload: { name: nextCode() } }),
    elsewhere: 404,
    ofSite: true,
  },
  'DELETE /api/Office/:id/IngestKey/:keyId': {
    ask: async (plot) => ({ url: `/api/Office/${plot.office.office_id}/IngestKey/${(await plot.newKey()).keyId}` }),
    elsewhere: 404,
    ofSite: true,
  },

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
  'GET /api/ingest/downlink': { ask: () => ({ url: '/api/ingest/downlink' }), elsewhere: 'nothing' },
  'POST /api/ingest/downlink/:id': {
    ask: ({ downlink }) => ({ url: `/api/ingest/downlink/${downlink}`, payload: { state: 'acknowledged' } }),
    elsewhere: 404,
  },

  'GET /api/Office/:id/Now': { ask: ({ office }) => ({ url: `/api/Office/${office.office_id}/Now` }), elsewhere: 404, ofSite: true },

  'GET /api/HealthCondition': { ask: ({ office }) => ({ url: `/api/HealthCondition?officeId=${office.office_id}` }), elsewhere: 'nothing' },
  'GET /api/HealthCondition/Summary': {
    ask: ({ group }) => ({ url: `/api/HealthCondition/Summary?groupId=${group.group_id}` }),
    elsewhere: 'nothing',
    betrayal: /"workers":[1-9]/,
  },
  'GET /api/HealthCondition/:userId/:dayOffset': { ask: ({ people }) => ({ url: `/api/HealthCondition/${people.User.user_id}/0` }), elsewhere: 404 },

  'GET /api/HealthCondition/Alert': { ask: ({ office }) => ({ url: `/api/HealthCondition/Alert?allTime=1&officeId=${office.office_id}` }), elsewhere: 'nothing' },
  'POST /api/Alert/:id/Acknowledge': alertDeed('Acknowledge'),
  'POST /api/Alert/:id/Respond': alertDeed('Respond'),
  'POST /api/Alert/:id/Close': alertDeed('Close', { outcome: 'rested', note: '' }),

  'GET /api/live': { ask: ({ office }) => ({ url: `/api/live?officeId=${office.office_id}` }), elsewhere: 'nothing' },
  'POST /api/ingest': {
    ask: ({ device }) => ({
      url: '/api/ingest',
      payload: { readings: [{ kind: 'vital', device: device.serial, at: '2026-07-20T12:59:00+09:00', heartRate: 90 }] },
    }),
    elsewhere: 'nothing',
    betrayal: /"(?:accepted|duplicates)":[1-9]/,
  },
}
