import { labelOf, labels, message } from '@mimamori/contract'
import type { ClientBase } from 'pg'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { officeNameFor, ofOtherOffice } from '../../shared/organisation/other-office.ts'
import type { Actor } from '../../platform/http/route.ts'
import type { RowFault } from '../../platform/exchange/faults.ts'
import { stage } from '../../platform/exchange/stage.ts'
import { linkColumn } from './csv-columns.ts'
import type { DeviceKind } from './kind.ts'

export type LinkingKind = Pick<DeviceKind, 'resource'> & {
  readonly hangsOn?: { readonly word: string; readonly field: string; readonly type?: number }
}

const isOfType = (alias: string, type: number | undefined) => (type === undefined ? 'true' : `${alias}.type = ${type}`)

// `linked_id` is what a row's device is to be linked to, and `linked_before` the serial of what it is linked to now. $1
// company, $2 office.
const addColumns = `alter table ${stage} add column if not exists linked_id integer, add column if not exists linked_before text`

const findWanted = (word: string) => `
  update ${stage} s set linked_id = p.device_id from device p
   where p.company_id = $1 and p.office_id = $2 and p.kind = '${word}' and p.serial = s.${linkColumn}`

const findPresent = `
  with present as materialized (
    select d.device_id, p.device_id as parent_id, p.serial from device d join device p on p.company_id = d.company_id and p.device_id = d.linked_device_id
     where d.company_id = $1 and d.office_id = $2
  )
  update ${stage} s set linked_before = present.serial from present where present.device_id = s.target_id`

const keepPresent = `update ${stage} s set linked_id = p.device_id, ${linkColumn} = s.linked_before from device p
   where p.company_id = $1 and p.office_id = $2 and p.kind = any($3::text[]) and p.serial = s.linked_before`

const faults = ({ type }: { readonly type?: number }, actor: Actor) => `
  with beside as materialized (
    select p.serial, min(o.name) as office from device p join office o on o.company_id = p.company_id and o.office_id = p.office_id
     where p.company_id = $1 and p.office_id <> $2 and p.kind = $3 group by p.serial
  )
  select s.row_number, 'type' as code, '' as detail from ${stage} s where not s.deletes and s.${linkColumn} is not null and not (${isOfType('s', type)})
  union all
  select s.row_number, case when b.serial is null then 'unknown' else 'elsewhere' end, ${officeNameFor(actor, 'b.office')}
    from ${stage} s left join beside b on b.serial = s.${linkColumn}
   where not s.deletes and s.${linkColumn} is not null and s.linked_id is null and ${isOfType('s', type)}
   order by 1`

/**
 * Finds what the staged devices, which are matched with existing ones, are to be linked to, and says what is wrong with which
 * row. Where the file does not say it, they stay linked as they are.
 */
export const checkLinks = async (
  client: ClientBase,
  { resource, hangsOn }: LinkingKind,
  { companyId, officeId }: OfficeKey,
  actor: Actor,
  absent: readonly string[],
): Promise<RowFault[]> => {
  if (hangsOn === undefined) return []
  const office = [companyId, officeId]
  await client.query(addColumns)
  await client.query(`update ${stage} s set linked_id = null, linked_before = null`)
  await client.query(findPresent, office)
  if (absent.includes(linkColumn)) {
    await client.query(keepPresent, [...office, [hangsOn.word]])
    return []
  }
  await client.query(findWanted(hangsOn.word), office)
  const { rows } = await client.query<{ row_number: number; code: 'type' | 'unknown' | 'elsewhere'; detail: string }>(
    faults(hangsOn, actor),
    [...office, hangsOn.word],
  )
  const field = labelOf(resource, hangsOn.field) ?? hangsOn.field
  const texts = {
    type: () => `${field}：${labels.user.safetyBeltId}だけがつながります。空にしてください。`,
    unknown: () => message('deviceUnknown', { field }),
    elsewhere: (place: string) => `${field}：${ofOtherOffice('機器', place)}`,
  }
  return rows.map(({ row_number: row, code, detail }) => ({ row, text: texts[code](detail) }))
}
