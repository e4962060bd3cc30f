import type { ClientBase } from 'pg'
import type { Requester } from '../platform/audit.ts'
import { stagedColumns } from '../platform/exchange/columns.ts'
import type { Counts } from '../platform/job-record.ts'
import { stage } from '../platform/exchange/stage.ts'
import { keepsInstant, storedFields } from './columns.ts'
import { fileOf } from './csv-columns.ts'
import { changed } from './import-changed.ts'
import { lockNumbers, nextNumber } from './login-id.ts'
import type { Target } from './import-target.ts'

// A day becomes its beginning in Japan; the instant that was kept stays where it falls on that very day.
const instant = (column: string) => `case
  when u.${column} is not null and (u.${column} at time zone 'Asia/Tokyo')::date = s.${column} then u.${column}
  else s.${column}::timestamp at time zone 'Asia/Tokyo' end`

const columns: ReadonlySet<string> = new Set(Object.values(storedFields))

/** The columns of a person that a file sets, with what it sets them to: `s` is the row, `u` the person as they were. */
const settings = (target: Target) =>
  stagedColumns(fileOf(target.role).columns)
    .filter(({ name, use }) => columns.has(name) && use !== 'key')
    .map(({ name }) => ({ name, value: keepsInstant(name) ? instant(name) : `s.${name}` }))

const recorded = { ...storedFields, role: 'role', groupId: 'group_id' }

const record = (alias: string) =>
  `jsonb_build_object(${Object.entries(recorded)
    .map(([field, column]) => `'${field}', ${alias}.${column}`)
    .join(', ')})`
const without = (whole: string, other: string) =>
  `(select jsonb_object_agg(field.key, field.value) from jsonb_each(${whole}) field where field.value is distinct from ${other} -> field.key)`

// $1 when, $2 who by number, $3 who by login ID, $4 from where.
const log = (action: string, from: string, before: string, after: string) => `
  insert into audit_log (at, user_id, user_name, company_id, office_id, action, resource, resource_id, before, after, address)
  select $1::timestamptz, $2::int, $3::text, n.company_id, n.office_id, '${action}', 'user', n.user_id::text, ${before}, ${after}, $4::text from ${from}`

const note = (from: string, made: boolean) => `insert into ${changed} (user_id, made) select n.user_id, ${made} from ${from} n`

const deletions = `
  with gone as (
    update app_user u set deleted_at = $1::timestamptz, group_id = null, group_role = null, version = u.version + 1
      from ${stage} s, app_user old
     where s.deletes and u.user_id = s.target_id and old.user_id = u.user_id
    returning u.user_id, u.company_id, u.office_id, old.group_id as left_group, ${record('old')} as record
  ), ended as (
    update session e set ended_at = $1::timestamptz, ended_reason = 'userDeleted' from gone g where e.user_id = g.user_id and e.ended_at is null
  ), off as (
    update wear w set worn_to = greatest(w.worn_from, $1::timestamptz) from gone g where w.user_id = g.user_id and w.worn_to is null
  ), noted as (${note('gone', false)}), departed as (
    update work_group k set version = k.version + 1, updated_at = $1::timestamptz where k.group_id in (select g.left_group from gone g)
  )
  ${log('delete', 'gone n', 'n.record', 'null')}`

const updates = (target: Target): string => {
  const set = settings(target)
  const differs = `(not s.deletes and s.target_id = u.user_id and (s.password_hash is not null
    or (${set.map(({ name }) => `u.${name}`).join(', ')}) is distinct from (${set.map(({ value }) => value).join(', ')})))`
  return `
    with old as (select u.user_id, ${record('u')} as record, s.password_hash is not null as has_password from app_user u, ${stage} s where ${differs}),
    changed as (
      update app_user u
         set ${set.map(({ name, value }) => `${name} = ${value}`).join(', ')},
             password_hash = coalesce(s.password_hash, u.password_hash), version = u.version + 1
        from ${stage} s where ${differs}
      returning u.user_id, u.company_id, u.office_id, ${record('u')} as record
    ), ended as (
      update session e set ended_at = $1::timestamptz, ended_reason = 'passwordChanged' from old
       where old.has_password and e.user_id = old.user_id and e.ended_at is null
    ), noted as (${note('changed', false)})
    ${log(
      'update',
      'changed n join old on old.user_id = n.user_id',
      without('old.record', 'n.record'),
      `coalesce(${without('n.record', 'old.record')}, '{}') || case when old.has_password then '{"passwordChanged": true}' else '{}' end::jsonb`,
    )}`
}

// $5 the first running number of login IDs that the system makes.
const creations = (target: Target): string => {
  const set = settings(target)
  const loginId =
    target.role === 'HeadquartersAdmin' ? `$6::text || '-' || ($5::int + row_number() over (order by s.row_number) - 1)` : 's.login_id'
  const onlyMade = target.role === 'HeadquartersAdmin' ? '' : `and $5::int is not null and $6::text is not null`
  return `
    with made as (
      insert into app_user (login_id, role, company_id, office_id, created_at, password_hash, ${set.map(({ name }) => name).join(', ')})
      select ${loginId}, '${target.role}', ${target.companyId}, ${target.officeId}, $1::timestamptz, s.password_hash, ${set.map(({ value }) => value).join(', ')}
        from ${stage} s left join app_user u on false
       where s.target_id is null and not s.deletes ${onlyMade}
      returning *
    ), noted as (${note('made', true)})
    ${log('create', 'made n', 'null', record('n'))}`
}

const count = `
  select count(*) filter (where not s.deletes and s.target_id is null) as created,
         count(*) filter (where not s.deletes and s.target_id is not null) as updated,
         count(*) filter (where s.deletes) as deleted, 0 as unchanged
    from ${stage} s`

// So many new people change what the planner must expect of the lists.
const manyPeople = 1_000

/** Takes the staged people over, each change on record, and says how many rows made, found and deleted somebody. */
export const applyPeople = async (client: ClientBase, target: Target, { actor, address }: Requester, now: Date): Promise<Counts> => {
  const requester = [now, actor.userId, actor.loginId, address]
  const counts = (await client.query<Counts>(count)).rows[0] ?? { created: 0, updated: 0, deleted: 0, unchanged: 0 }
  if (counts.deleted > 0) await client.query(deletions, requester)
  if (counts.updated > 0) await client.query(updates(target), requester)
  if (counts.created > 0) {
    const code = target.baseCode ?? ''
    await client.query(lockNumbers, [code])
    const { rows } = await client.query<{ next: number }>(nextNumber, [code])
    await client.query(creations(target), [...requester, rows[0]?.next ?? 1, code])
  }
  if (counts.created > manyPeople) await client.query('analyze app_user')
  return counts
}
