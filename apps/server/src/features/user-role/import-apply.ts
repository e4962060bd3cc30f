import { labels, message } from '@mimamori/contract'
import type { ClientBase } from 'pg'
import { providerId } from '../../shared/organisation/keys.ts'
import { secondFactorTables } from '../../shared/accounts/second-factor.ts'
import type { Requester } from '../../platform/audit.ts'
import { stagedColumns } from '../../platform/exchange/columns.ts'
import type { Counts } from '../../platform/jobs/job-record.ts'
import { gatherFaults } from '../../platform/exchange/faults.ts'
import { BadRows } from '../../platform/exchange/take-in.ts'
import { stage } from '../../platform/exchange/stage.ts'
import { isInstant, storedFields } from './columns.ts'
import { fileOf } from './csv-columns.ts'
import { emptyOverride, emptyProfile, signInTables } from './forget-person.ts'
import { changed } from './import-changed.ts'
import { takeNumbers } from './login-id.ts'
import { takenText } from './import-check.ts'
import type { Target } from './import-target.ts'

// A day becomes its beginning in Japan.
const instant = (column: string) => `s.${column}::timestamp at time zone 'Asia/Tokyo'`

// The instant that was kept stays where it falls on that very day.
const unchangedInstant = (column: string) => `case
  when u.${column} is not null and (u.${column} at time zone 'Asia/Tokyo')::date = s.${column} then u.${column}
  else ${instant(column)} end`

const columns: ReadonlySet<string> = new Set(Object.values(storedFields))

/**
 * The columns of a person that a file sets, with what it sets them to: `s` is the row, `u` the person as they were; a new one
 * is in no table yet.
 */
const settings = (target: Target, person: 'kept' | 'new') =>
  stagedColumns(fileOf(target.role).columns)
    .filter(({ name, use }) => columns.has(name) && use !== 'key')
    .map(({ name }) => ({ name, value: isInstant(name) ? (person === 'kept' ? unchangedInstant : instant)(name) : `s.${name}` }))

const recorded = { ...storedFields, role: 'role', groupId: 'group_id' }
// What a change answers: a cluster makes no record there.
const recordedColumns = (alias: string) => [...new Set(Object.values(recorded))].map((column) => `${alias}.${column}`).join(', ')

// The service's administrators belong to no customer.
const shown = (column: string) => (column.endsWith('.company_id') ? `nullif(${column}, ${providerId})` : column)
const record = (alias: string) =>
  `jsonb_build_object(${Object.entries(recorded)
    .map(([field, column]) => `'${field}', ${shown(`${alias}.${column}`)}`)
    .join(', ')})`
const without = (whole: string, other: string) =>
  `(select jsonb_object_agg(field.key, field.value) from jsonb_each(${whole}) field where field.value is distinct from ${other} -> field.key)`

// $1 the company, $2 when, $3 who by number, $4 who by login ID, $5 from where.
const log = (action: string, from: string, before: string, after: string) => `
  insert into audit_log (at, user_id, user_name, company_id, office_id, action, resource, resource_id, before, after, address)
  select $2::timestamptz, $3::int, $4::text, n.company_id, n.office_id, '${action}', 'user', n.user_id::text,
         ${before}, ${after}, $5::text
    from ${from}`

const note = (from: string, made: boolean) => `insert into ${changed} (user_id, made) select n.user_id, ${made} from ${from} n`

const forgotten = [...secondFactorTables, ...signInTables].map(
  (table) => `forgotten_${table} as (delete from ${table} t using gone g where t.company_id = $1 and t.user_id = g.user_id)`,
)

const deletions = `
  with old as materialized (
    select u.user_id, u.login_key, u.group_id, ${record('u')} as record from app_user u join ${stage} s on s.target_id = u.user_id
     where u.company_id = $1 and s.deletes
  ), gone as (
    update app_user u set deleted_at = $2::timestamptz, group_id = null, group_role = null, version = u.version + 1, ${emptyProfile}
      from old where u.company_id = $1 and u.user_id = old.user_id
    returning u.user_id, u.company_id, u.office_id
  ), freed as (
    delete from login l using old where l.login_key = old.login_key
  ), ended as (
    update session e set ended_at = $2::timestamptz, ended_reason = 'userDeleted' from gone g
     where e.company_id = $1 and e.user_id = g.user_id and e.ended_at is null
  ), off as (
    update wear w set worn_to = greatest(w.worn_from, $2::timestamptz) from gone g
     where w.company_id = $1 and w.user_id = g.user_id and w.worn_to is null
  ), overridden as (
    update acclimatisation_override v set ${emptyOverride('$2::timestamptz')} from gone g where v.company_id = $1 and v.user_id = g.user_id
  ), ${forgotten.join(', ')}, noted as (${note('gone', false)}), departed as (
    update work_group k set version = k.version + 1, updated_at = $2::timestamptz
     where k.company_id = $1 and k.group_id in (select old.group_id from old)
  )
  ${log('delete', 'gone n join old on old.user_id = n.user_id', 'old.record', 'null')}`

const updates = (target: Target): string => {
  const set = settings(target, 'kept')
  // Somebody may have been deleted, or erased, since the rows were checked.
  const differs = `(u.company_id = $1 and u.deleted_at is null and not s.deletes and s.target_id = u.user_id and (s.password_hash is not null
    or (${set.map(({ name }) => `u.${name}`).join(', ')}) is distinct from (${set.map(({ value }) => value).join(', ')})))`
  return `
    with old as materialized (select u.user_id, ${record('u')} as record, s.password_hash is not null as has_password from app_user u, ${stage} s where ${differs}),
    changed as (
      update app_user u
         set ${set.map(({ name, value }) => `${name} = ${value}`).join(', ')},
             password_hash = coalesce(s.password_hash, u.password_hash),
             must_change_password = u.must_change_password or s.password_hash is not null, version = u.version + 1
        from ${stage} s where ${differs}
      returning u.user_id, ${recordedColumns('u')}
    ), new as (select c.user_id, c.company_id, c.office_id, ${record('c')} as record from changed c), ended as (
      update session e set ended_at = $2::timestamptz, ended_reason = 'passwordChanged' from old
       where old.has_password and e.company_id = $1 and e.user_id = old.user_id and e.ended_at is null
    ), noted as (${note('changed', false)})
    ${log(
      'update',
      'new n join old on old.user_id = n.user_id',
      without('old.record', 'n.record'),
      `coalesce(${without('n.record', 'old.record')}, '{}') || case when old.has_password then '{"passwordChanged": true}' else '{}' end::jsonb`,
    )}`
}

const isNew = 's.target_id is null and not s.deletes'

// $1 the base code, $2 the running numbers.
const numberNewcomers = `
  update ${stage} s set login_id = $1::text || '-' || given.number
    from (select s.row_number, row_number() over (order by s.row_number) as nth from ${stage} s where ${isNew} and s.login_id is null) made
    join unnest($2::int[]) with ordinality as given (number, nth) on given.nth = made.nth
   where s.row_number = made.row_number`

// In one order for all, or two files could wait for each other. The rows whose login ID another file was first to claim
// are left over; $1 is the company.
const claimLogins = `
  with claimed as (
    insert into login (login_key, company_id)
    select lower(s.login_id), $1 from ${stage} s where ${isNew} order by 1
    on conflict do nothing
    returning login_key
  )
  select s.row_number from ${stage} s
   where ${isNew} and not exists (select from claimed c where c.login_key = lower(s.login_id))`

const creations = (target: Target): string => {
  const set = settings(target, 'new')
  return `
    with made as (
      insert into app_user (login_id, role, company_id, office_id, created_at, password_hash, must_change_password, ${set.map(({ name }) => name).join(', ')})
      select s.login_id, '${target.role}', $1, ${target.officeId}, $2::timestamptz, s.password_hash, s.password_hash is not null,
             ${set.map(({ value }) => value).join(', ')}
        from ${stage} s
       where ${isNew}
      returning *
    ), noted as (${note('made', true)})
    ${log('create', 'made n', 'null', record('n'))}`
}

const countUnnamed = `select count(*) as unnamed from ${stage} s where ${isNew} and s.login_id is null`

/** Gives running numbers to those whose login IDs are to be made of them. */
const giveNumbers = async (client: ClientBase, { companyId, officeId, baseCode }: Target): Promise<void> => {
  if (officeId === null || baseCode === null) return
  const unnamed = (await client.query<{ unnamed: number }>(countUnnamed)).rows[0]?.unnamed ?? 0
  if (unnamed === 0) return
  const ask = async (text: string, values: readonly unknown[]) => (await client.query<{ number: number }>(text, [...values])).rows
  await client.query(numberNewcomers, [baseCode, await takeNumbers(ask, { companyId, officeId, baseCode }, unnamed)])
}

/** Claims the login IDs of those who are to be made. @throws BadRows naming the rows whose login ID was taken meanwhile */
const claimFor = async (client: ClientBase, target: Target): Promise<void> => {
  await giveNumbers(client, target)
  const { companyId } = target
  const { rows } = await client.query<{ row_number: number }>(claimLogins, [companyId])
  if (rows.length === 0) return
  const taken = rows.map(({ row_number: row }) => ({ row, text: takenText }))
  throw new BadRows({ ...gatherFaults({ faults: [], badRows: 0 }, taken).messages })
}

const count = `
  select count(*) filter (where not s.deletes and s.target_id is null) as created,
         count(*) filter (where not s.deletes and s.target_id is not null) as updated,
         count(*) filter (where s.deletes) as deleted, 0 as unchanged
    from ${stage} s`

// $1 the company, $2 and $3 who imports: their own password is changed where the old one is asked for.
const ownPassword = `
  select s.row_number from ${stage} s where s.target_id = $3 and $1::int = $2::int and s.password_hash is not null and not s.deletes`

/** @throws BadRows naming the row that would change the importing person's own password */
const refuseOwnPassword = async (client: ClientBase, { companyId }: Target, { actor }: Requester): Promise<void> => {
  const { rows } = await client.query<{ row_number: number }>(ownPassword, [companyId, actor.companyId, actor.userId])
  const faults = rows.map(({ row_number: row }) => ({ row, text: `${labels.user.password}：${message('passwordOwn')}` }))
  if (faults.length > 0) throw new BadRows({ ...gatherFaults({ faults: [], badRows: 0 }, faults).messages })
}

/** Takes the staged people over, each change on record, and says how many rows made, found and deleted somebody. */
export const applyPeople = async (client: ClientBase, target: Target, { actor, address }: Requester, now: Date): Promise<Counts> => {
  const requester = [target.companyId, now, actor.userId, actor.loginId, address]
  const counts = (await client.query<Counts>(count)).rows[0] ?? { created: 0, updated: 0, deleted: 0, unchanged: 0 }
  if (counts.deleted > 0) await client.query(deletions, requester)
  if (counts.updated > 0) {
    await refuseOwnPassword(client, target, { actor, address })
    await client.query(updates(target), requester)
  }
  if (counts.created > 0) {
    await claimFor(client, target)
    await client.query(creations(target), requester)
  }
  return counts
}
