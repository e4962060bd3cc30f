import { labels, message } from '@mimamori/contract'
import type { ClientBase } from 'pg'
import type { RowFault } from '../platform/exchange/faults.ts'
import { repeatedRows, stage } from '../platform/exchange/stage.ts'
import { isOfTarget, type Target } from './import-target.ts'

const { user } = labels

/** What a row is told whose login ID somebody else has. */
export const takenText = `${user.userName}：ほかの人が使っています。`

/** What can be wrong with a row beside the others and the people who are there; `detail` says with whom. */
const texts = {
  twice: (row: string) => `${user.userName}：${row}行目と同じです。`,
  taken: () => takenText,
  unknown: () => `${user.userName}：削除する人が見つかりません。`,
  made: () => `${user.userName}：自動で決まります。新しい拠点管理者では空にしてください。`,
  codeFixed: () => message('workerCodeFixed'),
  codeTwice: (row: string) => `${user.workerCode}：${row}行目と同じです。`,
  codeTaken: (name: string) => `${user.workerCode}：${name}が使っています。`,
  alerts: (name: string) => message('alertOpen', { name }),
  self: () => message('deleteSelf'),
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
    select u.user_id, u.office_id, u.login_id, u.full_name, u.worker_code, u.deleted_at from app_user u where u.company_id = ${companyId}
  ), alarmed as materialized (
    select distinct a.user_id from alert a where a.company_id = ${companyId} and a.handling <> 'closed' and not a.withdrawn
  ), wearable as materialized (
    select d.device_id, d.kind, d.serial from device d
     where d.company_id = ${companyId} and d.office_id = ${officeId} and d.kind in ('vital', 'belt')
  ), worn as materialized (select w.device_id, w.user_id from wear w where w.company_id = ${companyId} and w.worn_to is null)`

const takenLogins = `
  select s.row_number, 'taken' as code, '' as detail from ${stage} s join login l on l.login_key = lower(s.login_id)
   where s.target_id is null and not s.deletes`

const accountFaults = (target: Target, actorId: number): string[] => [
  repeatedRows('twice', 'lower(s.login_id)'),
  ...(target.role === 'HeadquartersAdmin'
    ? [`select s.row_number, 'made', '' from ${stage} s where s.login_id is not null and s.target_id is null and not s.deletes`]
    : []),
  `select s.row_number, 'unknown', '' from ${stage} s where s.deletes and s.target_id is null`,
  `select s.row_number, 'self', '' from ${stage} s where s.deletes and s.target_id = ${actorId}`,
]

const deviceFaults = (slot: 'vital' | 'belt'): string[] => [
  `select s.row_number, '${slot}Unknown', '' from ${stage} s
    where s.${slot} is not null
      and not exists (select from wearable d where d.kind = '${slot}' and d.serial = s.${slot})`,
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

const workerFaults = (target: Target): string[] => [
  `select s.row_number, 'codeFixed', '' from ${stage} s join person u on u.user_id = s.target_id
    where not s.deletes and s.worker_code is distinct from u.worker_code`,
  repeatedRows('codeTwice', 's.worker_code', 'not s.deletes'),
  `select s.row_number, 'codeTaken', ${person}
     from ${stage} s
     join person u on u.office_id = ${target.officeId} and u.worker_code = s.worker_code and u.deleted_at is null
    where s.target_id is null and not s.deletes and not exists (select from ${stage} r where r.target_id = u.user_id)`,
  `select s.row_number, 'alerts', u.full_name
     from ${stage} s join person u on u.user_id = s.target_id join alarmed a on a.user_id = u.user_id where s.deletes`,
  ...deviceFaults('vital'),
  ...deviceFaults('belt'),
]

type Found = { readonly row_number: number; readonly code: keyof typeof texts; readonly detail: string }

/**
 * Ties each row to the person it is about, and says what is wrong with which. Two files for one company or office take turns until
 * their transactions end.
 */
export const checkPeople = async (client: ClientBase, target: Target, actorId: number): Promise<RowFault[]> => {
  await client.query(`select pg_advisory_xact_lock(hashtext('people-file'), $1)`, [target.officeId ?? -target.companyId])
  await client.query(`
    update ${stage} s set target_id = u.user_id from app_user u
     where u.login_key = lower(s.login_id) and ${isOfTarget(target)} and s.target_id is distinct from u.user_id`)
  const faults = [...accountFaults(target, actorId), ...(target.role === 'User' ? workerFaults(target) : [])]
  const ofWorkers = target.role === 'User' ? present(target) : ''
  const { rows } = await client.query<Found>(`${ofWorkers} ${faults.join(' union all ')}`)
  const taken = target.role === 'HeadquartersAdmin' ? [] : (await client.query<Found>(takenLogins)).rows
  const found = [...rows, ...taken].toSorted((one, other) => one.row_number - other.row_number)
  return found.map(({ row_number: row, code, detail }) => ({ row, text: texts[code](detail) }))
}
