import { labels, message } from '@mimamori/contract'
import type { ClientBase } from 'pg'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { officeNameFor, ofOtherOffice } from '../../shared/organisation/other-office.ts'
import type { Actor } from '../../platform/http/route.ts'
import { stagedColumns } from '../../platform/exchange/columns.ts'
import type { RowFault } from '../../platform/exchange/faults.ts'
import { repeatedRows, stage } from '../../platform/exchange/stage.ts'
import { groupColumns } from './csv-columns.ts'

const { group } = labels

/** Turns `leaders:tanaka` into 職長：tanaka, the label that people see as the column's heading. */
const withLabel = (named: string): string => {
  const [, place = '', loginId = ''] = /^([^:]*):(.*)$/s.exec(named) ?? []
  return `${stagedColumns(groupColumns).find(({ name }) => name === place)?.label ?? place}：${loginId}`
}

/** Faults of a row against the other rows and the database; `detail` says who or which. */
const texts = {
  codeTwice: (row: string) => `${group.groupCode}：${row}行目と同じです。`,
  nameTwice: (row: string) => `${group.groupName}：${row}行目と同じです。`,
  nameTaken: () => message('E009', { field: group.groupName }),
  nameFixed: () => message('fieldFixed', { field: group.groupName }),
  unknown: () => `${group.groupCode}：削除するグループが見つかりません。`,
  personTwice: (named: string) => `${withLabel(named)}は、ファイルの中で2か所に入っています。`,
} as const

// Every person that a row names, once for each column.
const named = `
  select s.row_number, place.name, login_id
    from ${stage} s
    cross join lateral (values ('leaders', s.leaders), ('sub_leaders', s.sub_leaders), ('members', s.members)) as place (name, people)
    cross join lateral unnest(string_to_array(place.people, ';')) as login_id`

// $1 the company, $2 the office.
const faults = `
  with known as materialized (
    select g.group_id, g.name from work_group g where g.company_id = $1 and g.office_id = $2
  )
  ${repeatedRows('codeTwice', 's.code')}
  union all ${repeatedRows('nameTwice', 's.name')}
  union all select s.row_number, 'unknown', '' from ${stage} s where s.deletes and s.target_id is null
  union all select s.row_number, 'nameFixed', '' from ${stage} s join known g on g.group_id = s.target_id
             where not s.deletes and g.name <> s.name
  union all select s.row_number, 'nameTaken', '' from ${stage} s
             join known g on g.name = s.name
             where s.target_id is null and not s.deletes
  union all select n.row_number, 'personTwice', n.name || ':' || n.login_id
              from (select o.*, row_number() over (partition by lower(o.login_id) order by o.row_number, o.name) as nth from (${named}) o) n
             where n.nth > 1
  order by 1`

// Those whom a row names and who are no workers of the office; $1 the company, $2 the office.
const strangers = (actor: Actor) => `
  with person as materialized (
    select u.login_key, u.office_id, o.name from app_user u join office o on o.company_id = u.company_id and o.office_id = u.office_id
     where u.company_id = $1 and u.deleted_at is null and u.role in ('User', 'GroupLeader', 'GroupSubLeader')
  )
  select n.row_number, n.name || ':' || n.login_id as named, p.login_key is not null as is_elsewhere, ${officeNameFor(actor, 'p.name')} as office
    from (${named}) n
    left join person p on p.login_key = lower(n.login_id)
   where p.office_id is distinct from $2
   order by 1`

type FaultRow = { readonly row_number: number; readonly code: keyof typeof texts; readonly detail: string }
type Stranger = { readonly row_number: number; readonly named: string; readonly is_elsewhere: boolean; readonly office: string }

/** Links each staged row to its group, and finds the faults. Two files for one office are checked one after another. */
export const checkGroups = async (client: ClientBase, { companyId, officeId }: OfficeKey, actor: Actor): Promise<RowFault[]> => {
  await client.query(`select pg_advisory_xact_lock(hashtext('groups-file'), $1)`, [officeId])
  const office = [companyId, officeId]
  await client.query(
    `update ${stage} s set target_id = g.group_id from work_group g where g.company_id = $1 and g.office_id = $2 and g.code = s.code`,
    office,
  )
  const { rows } = await client.query<FaultRow>(faults, office)
  const { rows: nobody } = await client.query<Stranger>(strangers(actor), office)
  return [
    ...rows.map(({ row_number: row, code, detail }) => ({ row, text: texts[code](detail) })),
    ...nobody.map(({ row_number: row, named: who, is_elsewhere: isElsewhere, office: where }) => ({
      row,
      text: `${withLabel(who)}は、${isElsewhere ? ofOtherOffice('作業者', where) : 'この拠点の作業者にいません。'}`,
    })),
  ]
}
