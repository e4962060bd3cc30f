import { dayMs } from '@mimamori/contract/day'
import type { SettingName } from '@mimamori/contract'
import type { ClientBase } from 'pg'
import type { OfficeKey } from '../shared/organisation/keys.ts'
import type { Member } from './crew.ts'
import { procedures, type SitePlan, workingDay } from './site-plan.ts'
import type { TableRow } from '../platform/database/table-row.ts'

/** The two customers of the demo. */
export const companies = [
  { code: 'MGW', name: '明和川建設株式会社', mail: 'anzen@meiwagawa.example.jp' },
  { code: 'TWK', name: '東和建装株式会社', mail: 'anzen@towakenso.example.jp' },
] as const

/** The one value a query gives back. */
export const idOf = async (client: ClientBase, text: string, values: readonly unknown[]): Promise<number> => {
  const { rows } = await client.query<{ id: number }>(text, [...values])
  const id = rows[0]?.id
  if (id === undefined) throw new Error('the insert gave no number')
  return id
}

// Alerts from level 2 on, emergencies and silence go to the safety department; half an hour of quiet a worker and kind.
const settingsOf = (mail: string): readonly (readonly [name: SettingName, value: string])[] => [
  [['EMAIL_ALERT_SETTING', 'TO'], mail],
  [['EMAIL_ALERT_SETTING', 'BLOCK_SEND_ALERT_AFTER_PERIOD_TIME'], '30'],
  [['GENERAL_ALERT_SETTING', 'EMAIL_SENDING_TARGET'], '2'],
  [['GENERAL_ALERT_SETTING', 'EMERGENCY_RESPONSE_ALERT'], '1'],
  [['GENERAL_ALERT_SETTING', 'ALIVE_MONITORING_ALERT'], '1'],
  [['SAFETY_BELT_DISPLAY_SETTING', 'DISPLAY'], '1'],
]

/** Writes the companies with their master settings; gives their numbers by code. */
export const seedCompanies = async (client: ClientBase): Promise<Map<string, number>> => {
  const ids = new Map<string, number>()
  for (const { code, name, mail } of companies) {
    const id = await idOf(client, 'insert into company (code, name) values ($1, $2) returning company_id as id', [code, name])
    ids.set(code, id)
    for (const [[type, key], value] of settingsOf(mail))
      await client.query('insert into master_setting (company_id, type, key, value) values ($1, $2, $3, $4)', [id, type, key, value])
  }
  return ids
}

/** Writes a site with its working hours, hospital and procedures. */
export const seedOffice = (client: ClientBase, companyId: number, site: SitePlan): Promise<number> =>
  idOf(
    client,
    `insert into office (company_id, base_code, name, opens_at, closes_at, emergency_phone, hospital_name, hospital_phone, address,
                         public_wbgt_station, procedures)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning office_id as id`,
    [
      companyId,
      site.baseCode,
      site.name,
      workingDay.opensAt,
      workingDay.closesAt,
      site.emergencyPhone,
      ...site.hospital,
      site.address,
      site.publicStation,
      procedures,
    ],
  )

/** Writes a site's groups, whose people are used to the heat except newcomers; gives their numbers by name. */
export const seedGroups = async (client: ClientBase, { companyId, officeId }: OfficeKey, site: SitePlan): Promise<Map<string, number>> => {
  const ids = new Map<string, number>()
  for (const [index, group] of site.groups.entries()) {
    const values = [companyId, officeId, `G${String(index + 1).padStart(2, '0')}`, group.name, group.metabolicClass ?? null]
    const text = `
      insert into work_group (company_id, office_id, code, name, metabolic_class, acclimatised) values ($1, $2, $3, $4, $5, true) returning group_id as id`
    const id = await idOf(client, text, values)
    ids.set(group.name, id)
    await client.query('insert into group_email (company_id, group_id, email) values ($1, $2, $3)', [
      companyId,
      id,
      `${site.baseCode.toLowerCase()}-g${index + 1}@example.jp`,
    ])
  }
  return ids
}

const roles = { leader: 'GroupLeader', subLeader: 'GroupSubLeader', member: 'User' } as const
const groupRoles = { leader: 1, subLeader: 2, member: 3 } as const

const dayOf = (ms: number): string => new Date(ms + 9 * 3_600_000).toISOString().slice(0, 10)
// Away from today, so that nobody has their birthday while the demo runs.
const daysSinceBirthday = 150
const daysSinceConsent = 45
const newcomerDays = 2

/** What every person of a site shares. */
export type SeededOffice = OfficeKey & { readonly passwordHash: string; readonly nowMs: number }

/** Writes a worker; gives their number. */
export const seedWorker = (client: ClientBase, site: SeededOffice, groupId: number, member: Member, phone: string): Promise<number> => {
  const born = dayOf(site.nowMs - (member.age * 365.25 + daysSinceBirthday) * dayMs)
  return idOf(
    client,
    `with claimed as (insert into login (login_key, company_id) values (lower($1), $4))
     insert into app_user (login_id, password_hash, role, company_id, office_id, group_id, group_role, full_name, furigana,
                           phone_number, email, worker_code, gender, date_of_birth, affiliation1, metabolic_class,
                           first_exposure_on, consent_at, language, acclimatised)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20) returning user_id as id`,
    [
      member.loginId,
      site.passwordHash,
      roles[member.post],
      site.companyId,
      site.officeId,
      groupId,
      groupRoles[member.post],
      member.fullName,
      member.furigana,
      phone,
      member.post === 'member' ? null : `${member.loginId}@example.jp`,
      member.workerCode,
      member.gender,
      born,
      member.group.affiliation,
      member.plan.metabolicClass ?? null,
      member.newcomer ? dayOf(site.nowMs - newcomerDays * dayMs) : null,
      member.plan.consent === 'due' ? null : new Date(site.nowMs - daysSinceConsent * dayMs),
      member.plan.language ?? null,
      member.plan.returns === true ? false : null,
    ],
  )
}

/** An administrator of the demo: of everything, of a company, or of a site. */
export type Administrator = {
  readonly login: string
  readonly role: 'AdminUnitService' | 'AdminUnitContract' | 'HeadquartersAdmin'
  readonly fullName: string
  readonly furigana: string
  /** The provider's own for an administrator of everything. */
  readonly companyId: number
  readonly officeId: number | null
}

/** Writes an administrator. The account that an empty product makes for itself becomes the demo's. */
export const seedAdministrator = async (client: ClientBase, passwordHash: string, admin: Administrator): Promise<void> => {
  const values = [admin.login, passwordHash, admin.role, admin.fullName, admin.furigana, admin.companyId, admin.officeId]
  await client.query('insert into login (login_key, company_id) values (lower($1), $2)', [admin.login, admin.companyId])
  if (admin.role === 'AdminUnitService') {
    const { rows } = await client.query<TableRow<'app_user', 'login_id'>>(
      `update app_user u set login_id = $1, password_hash = $2, full_name = $3, furigana = $4
         from (select k.user_id, k.login_id from app_user k
                where k.company_id = $5 and k.deleted_at is null order by k.user_id limit 1) old
        where u.company_id = $5 and u.user_id = old.user_id
       returning old.login_id`,
      [admin.login, passwordHash, admin.fullName, admin.furigana, admin.companyId],
    )
    if (rows[0] !== undefined) {
      await client.query('delete from login l where l.login_key = lower($1)', [rows[0].login_id])
      return
    }
  }
  await client.query(
    `insert into app_user (login_id, password_hash, role, full_name, furigana, company_id, office_id, email)
     values ($1, $2, $3, $4, $5, $6, $7, lower($1) || '@example.jp')`,
    values,
  )
}
