import { issueText, labelOf, message } from '@mimamori/contract'
import type { ClientBase } from 'pg'
import type { RowFault } from '../../platform/exchange/faults.ts'
import { repeatedRows, stage } from '../../platform/exchange/stage.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import type { Actor } from '../../platform/http/route.ts'
import { storedFields } from './columns.ts'
import { checkLinks, type LinkingKind } from './import-links.ts'
import { type DeviceKind, typeFieldOf, typeName } from './kind.ts'

type Kind = Pick<DeviceKind, 'resource' | 'serialField' | 'words'> & LinkingKind

/** SQL: the word of a staged row's device. For worn devices the type gives it. */
export const wordOfRow = ({ words: [word] }: Kind): string =>
  word === 'vital' ? `case when s.type = 2 then 'belt' else 'vital' end` : `'${word}'`

const serialFault = (rule: 'serialType1' | 'serialType3') =>
  issueText('device', { code: 'custom', path: ['serialNumber'], params: { rule }, message: '', input: undefined })

/** What can be wrong with a row beside the others and what is there; `detail` says with which. */
const texts = (field: string, typeField: string) => ({
  twice: (row: string) => `${field}：${row}行目と同じです。`,
  unknown: () => `${field}：削除する機器が見つかりません。`,
  typeFixed: () => message('fieldFixed', { field: typeField }),
  serialType1: () => serialFault('serialType1'),
  serialType3: () => serialFault('serialType3'),
})

// $1 company, where the kind has types.
const faultsOf = (kind: Kind): string[] => [
  repeatedRows('twice', `(${wordOfRow(kind)}) || ' ' || s.serial`),
  `select s.row_number, 'unknown', '' from ${stage} s where s.deletes and s.target_id is null`,
  ...(typeFieldOf(kind) !== undefined
    ? [
        `select s.row_number, 'typeFixed', '' from ${stage} s join device d on d.company_id = $1 and d.device_id = s.target_id where d.type <> s.type`,
      ]
    : []),
  ...(kind.resource === 'device'
    ? [
        `select s.row_number, 'serialType1', '' from ${stage} s
          where s.target_id is null and not s.deletes and s.type = 1 and not (case when s.serial ~ '^[0-9]{1,16}$' then s.serial::numeric <= 32767 else false end)`,
        `select s.row_number, 'serialType3', '' from ${stage} s where s.target_id is null and not s.deletes and s.type = 3 and s.serial !~ '[0-9]'`,
      ]
    : []),
]

/** Columns that keep something of a device which a file may leave out. */
const storedColumns: ReadonlySet<string> = new Set(Object.values(storedFields))

// What a file leaves out stays, as it does in a form. $1 company.
const fillAbsentColumns = async (client: ClientBase, companyId: number, absent: readonly string[]): Promise<void> => {
  const columns = absent.filter((name) => storedColumns.has(name))
  if (columns.length === 0) return
  const values = columns.map((name) => `${name} = d.${name}`).join(', ')
  await client.query(`update ${stage} s set ${values} from device d where d.company_id = $1 and d.device_id = s.target_id`, [companyId])
}

const fieldOf = ({ resource, serialField }: Kind) => labelOf(resource, serialField) ?? serialField

/**
 * Ties each row to the device it is about, and says what is wrong with which. Anybody else who changes the office's devices
 * waits until the transaction ends, and the other way round.
 * @param absent the names of the columns that the file does not have
 */
export const checkDevices = async (
  client: ClientBase,
  kind: Kind,
  office: OfficeKey,
  actor: Actor,
  absent: readonly string[],
): Promise<RowFault[]> => {
  const { companyId, officeId } = office
  await client.query(`select from office o where o.company_id = $1 and o.office_id = $2 for no key update`, [companyId, officeId])
  await client.query(
    `update ${stage} s set target_id = d.device_id from device d
      where d.company_id = $1 and d.office_id = $2 and d.kind = ${wordOfRow(kind)} and d.serial = s.serial`,
    [companyId, officeId],
  )
  await fillAbsentColumns(client, companyId, absent)
  const { rows } = await client.query<{ row_number: number; code: keyof ReturnType<typeof texts>; detail: string }>(
    `${faultsOf(kind).join(' union all ')} order by 1`,
    typeFieldOf(kind) === undefined ? [] : [companyId],
  )
  const say = texts(fieldOf(kind), typeName(kind))
  const found = rows.map(({ row_number: row, code, detail }) => ({ row, text: say[code](detail) }))
  return [...found, ...(await checkLinks(client, kind, office, actor, absent))]
}

/** New keys that differ from one that is there by nothing but zeros in front, which spreadsheets take away unasked. */
export const warnOfZeros = async (client: ClientBase, kind: Kind, { companyId, officeId }: OfficeKey): Promise<RowFault[]> => {
  const { rows } = await client.query<{ row_number: number; key: string; known: string }>(
    `select s.row_number, s.serial as key, min(d.serial) as known
       from ${stage} s
       join device d on d.company_id = $1 and d.office_id = $2 and d.kind = ${wordOfRow(kind)} and ltrim(d.serial, '0') = ltrim(s.serial, '0') and d.serial <> s.serial
      where s.target_id is null and not s.deletes
      group by s.row_number, s.serial
      order by s.row_number`,
    [companyId, officeId],
  )
  const field = fieldOf(kind)
  return rows.map(({ row_number: row, key, known }) => ({ row, text: message('onlyZerosDiffer', { field, key, known }) }))
}
