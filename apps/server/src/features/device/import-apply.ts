import type { PoolClient } from 'pg'
import type { Requester } from '../../platform/audit.ts'
import { stagedColumns } from '../../platform/exchange/columns.ts'
import type { Counts } from '../../platform/jobs/job-record.ts'
import { onClient } from '../../platform/exchange/on-client.ts'
import { stage } from '../../platform/exchange/stage.ts'
import { fromFile, shownFields, storedFields } from './columns.ts'
import { fileOf, linkColumn } from './csv-columns.ts'
import { wordOfRow } from './import-check.ts'
import type { LinkingKind } from './import-links.ts'
import { type DeviceKind, typeFieldOf } from './kind.ts'
import { deleteDevices } from './leave.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'

type Kind = Pick<DeviceKind, 'resource' | 'serialField' | 'words' | 'file'> & LinkingKind

const staged = (kind: Kind) =>
  stagedColumns(fileOf(kind).columns)
    .map(({ name }) => name)
    .filter((name) => name !== linkColumn)
const changeable = (kind: Kind) => staged(kind).filter((name) => name !== 'type' && name !== 'serial')

/**
 * SQL: a device (by its alias) as the audit log keeps it, under its resource's own names.
 * @param link what it is linked to, by serial
 */
const record = (kind: Kind, alias: string, link = 'null'): string => {
  const typeField = typeFieldOf(kind)
  const fields = {
    [kind.serialField]: `${alias}.serial`,
    officeId: `${alias}.office_id`,
    ...(typeField === undefined ? {} : { [typeField]: `${alias}.type::text` }),
    ...Object.fromEntries(shownFields(kind.file, alias)),
    ...(kind.hangsOn !== undefined && { [kind.hangsOn.field]: link }),
  }
  return `jsonb_build_object(${Object.entries(fields)
    .map(([field, value]) => `'${field}', ${value}`)
    .join(', ')})`
}

// $1 when, $2 who by number, $3 who by login ID, $4 from where, $5 company, $6 office.
const log = (kind: Kind, action: string, from: string, before: string, after: string, named = 'n.serial') => `
  insert into audit_log (at, user_id, user_name, company_id, office_id, action, resource, resource_id, before, after, address)
  select $1::timestamptz, $2::int, $3::text, $5::int, $6::int, '${action}', '${kind.resource}', ${named}, ${before}, ${after}, $4::text from ${from}`

// What the log keeps of a new device beside its serial.
const comparedColumns = ['office_id', 'type', 'linked_device_id', ...Object.values(storedFields)].map((column) => `m.${column}`).join(', ')
const mostPerEntry = 500

/**
 * SQL: the new devices (`made`) as the log records them: those that differ only in their serials in one entry, five hundred at
 * most.
 */
const groupedForLog = `
  select min(m.serial) || case when count(*) > 1 then ' ほか' || count(*) - 1 || '台' else '' end as named,
         string_agg(m.serial, '、' order by m.serial) as serial, ${comparedColumns}
    from (select m.*, (row_number() over (partition by ${comparedColumns} order by m.serial) - 1) / ${mostPerEntry} as part from made m) m
   group by ${comparedColumns}, m.part`

const logDeletions = (kind: Kind) =>
  log(
    kind,
    'delete',
    `device n join ${stage} s on s.target_id = n.device_id where n.company_id = $5::int and s.deletes`,
    record(kind, 'n', kind.hangsOn === undefined ? undefined : 's.linked_before'),
    'null',
  )

/** What hanging on something else changes beside: a terminal's height is no longer zeroed. */
const linkSettings = ({ hangsOn }: Kind) => {
  if (hangsOn === undefined) return []
  const moves = 'd.linked_device_id is distinct from s.linked_id'
  return [
    'linked_device_id = s.linked_id',
    `altitude_offset_cm = case when ${moves} then 0 else d.altitude_offset_cm end`,
    `altitude_zeroed_at = case when ${moves} then null else d.altitude_zeroed_at end`,
  ]
}

// A cluster carries out the parts one after another: what was there is read first because it is materialized.
const updates = (kind: Kind): string => {
  const names = changeable(kind)
  const links = kind.hangsOn !== undefined
  const before = [...names.map((name) => `d.${name}`), ...(links ? ['d.linked_device_id'] : [])]
  const after = [...names.map((name) => fromFile(name).kept), ...(links ? ['s.linked_id'] : [])]
  const differs = `not s.deletes and d.company_id = $5::int and d.device_id = s.target_id
    and (${before.join(', ')}) is distinct from (${after.join(', ')})`
  return `
    with old as materialized (
      select d.device_id, ${record(kind, 'd', links ? 's.linked_before' : undefined)} as record, ${links ? `s.${linkColumn}` : 'null::text'} as link
        from device d, ${stage} s where ${differs}
    ), changed as (
      update device d set ${[...names.map((name) => `${name} = ${fromFile(name).kept}`), ...linkSettings(kind)].join(', ')}, version = d.version + 1
        from ${stage} s where ${differs}
      returning d.*
    )
    ${log(kind, 'update', 'changed n join old on old.device_id = n.device_id', 'old.record', record(kind, 'n', 'old.link'))}`
}

const creations = (kind: Kind): string => {
  const links = kind.hangsOn !== undefined
  const parents = links
    ? `left join (select distinct s.linked_id, s.${linkColumn} as link from ${stage} s) p on p.linked_id = n.linked_device_id`
    : ''
  const columns = [...staged(kind), ...(links ? ['linked_device_id'] : [])]
  const values = [...staged(kind).map((name) => fromFile(name).made), ...(links ? ['s.linked_id'] : [])]
  return `
  with made as (
    insert into device (company_id, office_id, kind, ${columns.join(', ')})
    select $5::int, $6::int, ${wordOfRow(kind)}, ${values.join(', ')} from ${stage} s where s.target_id is null and not s.deletes
    returning *
  )
  ${log(kind, 'create', `(${groupedForLog}) n ${parents}`, 'null', record(kind, 'n', links ? 'p.link' : undefined), 'n.named')}`
}

const count = `
  select count(*) filter (where not s.deletes and s.target_id is null) as created,
         count(*) filter (where not s.deletes and s.target_id is not null) as updated,
         count(*) filter (where s.deletes) as deleted, 0 as unchanged
    from ${stage} s`

const removeStaged = async (client: PoolClient, office: OfficeKey, now: Date): Promise<void> => {
  const { rows } = await client.query<{ target_id: number }>(`select s.target_id from ${stage} s where s.deletes order by s.target_id`)
  const deviceIds = rows.map((row) => row.target_id)
  await deleteDevices(onClient(client), office, deviceIds, now)
}

/** Takes the staged devices over into a locked office, each change on record, and says how many were made, changed and deleted. */
export const applyDevices = async (
  client: PoolClient,
  kind: Kind,
  office: OfficeKey,
  { actor, address }: Requester,
  now: Date,
): Promise<Counts> => {
  const requester = [now, actor.userId, actor.loginId, address, office.companyId, office.officeId]
  const counts = (await client.query<Counts>(count)).rows[0] ?? { created: 0, updated: 0, deleted: 0, unchanged: 0 }
  if (counts.deleted > 0) {
    await client.query(logDeletions(kind), requester)
    await removeStaged(client, office, now)
  }
  const changed =
    counts.updated > 0 && (changeable(kind).length > 0 || kind.hangsOn !== undefined)
      ? ((await client.query(updates(kind), requester)).rowCount ?? 0)
      : 0
  if (counts.created > 0) await client.query(creations(kind), requester)
  return { ...counts, unchanged: counts.updated - changed }
}
