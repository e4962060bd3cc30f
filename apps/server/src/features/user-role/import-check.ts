import { labels, message } from '@mimamori/contract'
import type { ClientBase } from 'pg'
import type { Requester } from '../../platform/audit.ts'
import type { RowFault } from '../../platform/exchange/faults.ts'
import { repeatedRows, stage } from '../../platform/exchange/stage.ts'
import { officeNameFor, ofOtherOffice } from '../../shared/organisation/other-office.ts'
import { fillAbsentColumns } from './import-absent.ts'
import { giveLoginIds, namingFaults } from './import-login-ids.ts'
import { isOfTarget, type Target } from './import-target.ts'

const { user } = labels

/** The fault of a row whose login ID somebody else has. */
export const takenText = `${user.userName}：ほかの人が使っています。`

/** What can be wrong with a row beside the others and the people who are there; `detail` says with whom. */
const texts = {
  twice: (row: string) => `${user.userName}：${row}行目と同じです。`,
  taken: () => takenText,
  madeTaken: (loginId: string) =>
    `${user.userName}：作業者コードから作った「${loginId}」は、ほかの人が使っています。${user.userName}を入力してください。`,
  personElsewhere: (office: string) => `${user.userName}：${ofOtherOffice('作業者', office)}`,
  unknown: () => `${user.userName}：削除する人が見つかりません。`,
  made: () => `${user.userName}：自動で決まります。新しい拠点管理者では空にしてください。`,
  codeMissing: () => `${user.userName}：${user.workerCode}も空のため、作れません。どちらかを入力してください。`,
  codeUnfit: () => `${user.workerCode}：${user.userName}に使えない文字か、長さです。${user.userName}を入力してください。`,
  samePerson: (loginId: string) =>
    `${user.userName}：氏名と生年月日の同じ作業者（${loginId}）がいます。同じ人ならその${user.userName}を、別の人なら新しい${user.userName}を入力してください。`,
  samePersonTwice: (row: string) =>
    `${user.userName}：${row}行目と氏名も生年月日も同じです。別の人なら、${user.userName}を入力してください。`,
  codeFixed: () => message('workerCodeFixed'),
  codeTwice: (row: string) => `${user.workerCode}：${row}行目と同じです。`,
  codeTaken: (name: string) => `${user.workerCode}：${name}が使っています。`,
  alerts: (name: string) => message('alertOpen', { name }),
  self: () => message('deleteSelf'),
  vitalElsewhere: (office: string) => `${user.meditagId}：${ofOtherOffice('機器', office)}`,
  beltElsewhere: (office: string) => `${user.safetyBeltId}：${ofOtherOffice('機器', office)}`,
  vitalUnknown: () => message('deviceUnknown', { field: user.meditagId }),
  vitalTwice: (row: string) => `${user.meditagId}：${row}行目と同じです。`,
  vitalTaken: (name: string) => `${user.meditagId}：${name}が使っています。`,
  beltUnknown: () => message('deviceUnknown', { field: user.safetyBeltId }),
  beltTwice: (row: string) => `${user.safetyBeltId}：${row}行目と同じです。`,
  beltTaken: (name: string) => `${user.safetyBeltId}：${name}が使っています。`,
} as const

const person = `u.full_name || '（' || u.login_id || '）'`

// What is there, apart from the file's rows: on a cluster these are the coordinator's, and a subquery cannot go from them to
// a divided table.
const present = ({ companyId, officeId }: Target): string => `
  with person as materialized (
    select u.user_id, u.office_id, u.role, u.login_id, u.login_key, u.full_name, u.worker_code, u.date_of_birth, u.deleted_at
      from app_user u where u.company_id = ${companyId}
  ), alarmed as materialized (
    select a.user_id from alert a where a.company_id = ${companyId} and a.handling <> 'closed' and not a.withdrawn
    union
    select d.user_id from device_alarm d where d.company_id = ${companyId} and d.state = 'pending'
  ), placed as materialized (
    select o.office_id, o.name from office o where o.company_id = ${companyId}
  ), beside as materialized (
    select d.kind, d.serial, d.office_id from device d
     where d.company_id = ${companyId} and d.office_id <> ${officeId} and d.kind in ('vital', 'belt')
  ), wearable as materialized (
    select d.device_id, d.kind, d.serial from device d
     where d.company_id = ${companyId} and d.office_id = ${officeId} and d.kind in ('vital', 'belt')
  ), worn as materialized (select w.device_id, w.user_id from wear w where w.company_id = ${companyId} and w.worn_to is null)`

const takenLogins = `
  select s.row_number, case when s.login_is_made then 'madeTaken' else 'taken' end as code, s.login_id as detail
    from ${stage} s join login l on l.login_key = lower(s.login_id)
   where s.target_id is null and not s.deletes`

// The site's name is shown to those who see that site.
const peopleOfOtherOffices = ({ officeId }: Target, { actor }: Requester): string => `
  select s.row_number, 'personElsewhere', ${officeNameFor(actor, 'o.name')}
    from ${stage} s
    join person u on u.login_key = lower(s.login_id) and u.deleted_at is null and u.office_id <> ${officeId}
     and u.role in ('User', 'GroupLeader', 'GroupSubLeader')
    join placed o on o.office_id = u.office_id
   where s.target_id is null and not s.deletes`

type HeldPersonRow = { readonly row_number: number; readonly name: string; readonly day: string }

// $1 the company, $2 today.
const held = `
  with held as materialized (
    select h.user_id, u.full_name as name, h.ends_on::text as day
      from person_hold h join app_user u on u.company_id = h.company_id and u.user_id = h.user_id
     where h.company_id = $1 and h.ends_on >= $2::date
  )
  select s.row_number, h.name, h.day from ${stage} s join held h on h.user_id = s.target_id where s.deletes`

/** Rows that delete somebody whose data is held. */
const heldFaults = async (client: ClientBase, { companyId }: Target, today: string): Promise<RowFault[]> => {
  const { rows } = await client.query<HeldPersonRow>(held, [companyId, today])
  return rows.map(({ row_number: row, name, day }) => ({ row, text: message('personHeld', { name, day }) }))
}

const accountFaults = (target: Target, actorId: number): string[] => [
  repeatedRows('twice', 'lower(s.login_id)'),
  ...(target.role === 'HeadquartersAdmin'
    ? [`select s.row_number, 'made', '' from ${stage} s where s.login_id is not null and s.target_id is null and not s.deletes`]
    : []),
  `select s.row_number, 'unknown', '' from ${stage} s where s.deletes and s.target_id is null`,
  `select s.row_number, 'self', '' from ${stage} s where s.deletes and s.target_id = ${actorId}`,
]

const deviceFaults = (slot: 'vital' | 'belt', { actor }: Requester): string[] => [
  `select s.row_number, case when b.serial is null then '${slot}Unknown' else '${slot}Elsewhere' end, ${officeNameFor(actor, 'min(o.name)')}
     from ${stage} s
     left join beside b on b.kind = '${slot}' and b.serial = s.${slot}
     left join placed o on o.office_id = b.office_id
    where s.${slot} is not null
      and not exists (select from wearable d where d.kind = '${slot}' and d.serial = s.${slot})
    group by s.row_number, b.serial`,
  repeatedRows(`${slot}Twice`, `s.${slot}`),
  // The present wearer may give the device up in the same file.
  `select s.row_number, '${slot}Taken', ${person}
     from ${stage} s
     join wearable d on d.kind = '${slot}' and d.serial = s.${slot}
     join worn w on w.device_id = d.device_id
     join person u on u.user_id = w.user_id
    where u.user_id is distinct from s.target_id
      and not exists (select from ${stage} r where r.target_id = u.user_id and (r.deletes or r.${slot} is distinct from s.${slot}))`,
]

const workerFaults = (target: Target, requester: Requester): string[] => [
  ...namingFaults(target),
  peopleOfOtherOffices(target, requester),
  `select s.row_number, 'codeFixed', '' from ${stage} s join person u on u.user_id = s.target_id
    where not s.deletes and s.worker_code is distinct from u.worker_code`,
  repeatedRows('codeTwice', 's.worker_code', 'not s.deletes'),
  `select s.row_number, 'codeTaken', ${person}
     from ${stage} s
     join person u on u.office_id = ${target.officeId} and u.worker_code = s.worker_code and u.deleted_at is null
    where s.target_id is null and not s.deletes and not exists (select from ${stage} r where r.target_id = u.user_id)`,
  `select s.row_number, 'alerts', u.full_name
     from ${stage} s join person u on u.user_id = s.target_id join alarmed a on a.user_id = u.user_id where s.deletes`,
  ...deviceFaults('vital', requester),
  ...deviceFaults('belt', requester),
]

type FaultRow = { readonly row_number: number; readonly code: keyof typeof texts; readonly detail: string }

/**
 * Ties each row to the person it is about, and says what is wrong with which. Two files for one company or office take turns until
 * their transactions end.
 * @param absent the names of the columns that the file does not have
 */
export const checkPeople = async (
  client: ClientBase,
  target: Target,
  requester: Requester,
  absent: readonly string[],
  today: string,
): Promise<RowFault[]> => {
  const isOfWorkers = target.role === 'User'
  await client.query(`select pg_advisory_xact_lock(hashtext('people-file'), $1)`, [target.officeId ?? -target.companyId])
  await giveLoginIds(client, target)
  await client.query(`
    update ${stage} s set target_id = u.user_id from app_user u
     where u.login_key = lower(s.login_id) and ${isOfTarget(target)} and s.target_id is distinct from u.user_id`)
  await fillAbsentColumns(client, target.companyId, absent)
  const faults = [...accountFaults(target, requester.actor.userId), ...(isOfWorkers ? workerFaults(target, requester) : [])]
  const { rows } = await client.query<FaultRow>(`${isOfWorkers ? present(target) : ''} ${faults.join(' union all ')}`)
  const taken = target.role === 'HeadquartersAdmin' ? [] : (await client.query<FaultRow>(takenLogins)).rows
  // Whose login ID it is has been said already.
  const reportedRows = new Set(rows.filter(({ code }) => code === 'personElsewhere').map(({ row_number: row }) => row))
  const found = [...rows, ...taken.filter(({ row_number: row }) => !reportedRows.has(row))].map(({ row_number: row, code, detail }) => ({
    row,
    text: texts[code](detail),
  }))
  return [...found, ...(await heldFaults(client, target, today))].toSorted((one, other) => one.row - other.row)
}
