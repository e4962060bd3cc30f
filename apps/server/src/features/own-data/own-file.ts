import { byteOrderMark, type CsvCell, csvLine } from '@mimamori/contract'
import type { Texts } from '@mimamori/texts/options'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import type { Database } from '../../platform/database/database-types.ts'
import { toJapanIso } from '../../platform/japan-time.ts'
import type { PersonKey } from '../../shared/organisation/keys.ts'

/** Where a value comes from, if not from the column of its own name: SQL over the table `t`. */
type Source = (person: PersonKey) => RawBuilder<unknown>

/** A value of a file, by its heading. */
export type OwnColumn =
  | string
  | {
      readonly label: string
      readonly from?: Source
      /** What a code is called in the CSV; the JSON has the code. */
      readonly words?: Readonly<Record<string, string>>
      /** True of what people wrote, in which other people may be named. */
      readonly mayNameOthers?: true
    }

type KeyType = 'bytea' | 'int' | 'bigint' | 'text' | 'date' | 'boolean' | 'uuid' | 'timestamptz'

/** A file of what is kept of a person: one CSV and one JSON. */
export type OwnFile = {
  /** The name of the JSON, and of the text that explains it in each language. */
  readonly key: keyof Texts['myData']['files']
  /** The name of the CSV. */
  readonly title: string
  /** The tables whose rows of the person it shows. The first one is `t`. */
  readonly tables: readonly (keyof Database)[]
  /** FROM and WHERE: the person's rows alone. */
  readonly rows: (person: PersonKey) => RawBuilder<unknown>
  /** What makes their order certain, with its types: rows are read in portions, each after the last key of the one before. */
  readonly order: Readonly<Record<string, KeyType>>
  readonly columns: Readonly<Record<string, OwnColumn>>
  /** Columns of the first table that are in no file, and why. Company and person are the same in every row. */
  readonly leftOut: Readonly<Record<string, string>>
}

type Row = Readonly<Record<string, unknown>>

const rowsAtATime = 1_000

/** The name of the column that holds a row's key. */
const keyColumn = 'own_key'

const partsOf = (column: OwnColumn) => (typeof column === 'string' ? { label: column } : column)

const selected = ({ columns }: OwnFile, person: PersonKey) =>
  sql.join(
    Object.entries(columns).map(([name, column]) => {
      const { from } = partsOf(column)
      return sql`${from === undefined ? sql.ref(`t.${name}`) : from(person)} as ${sql.ref(name)}`
    }),
  )

/** The rows behind a key. The first part of it once more by itself, so that old partitions of readings are not looked at. */
const behind = (order: OwnFile['order'], last: readonly string[] | undefined): RawBuilder<unknown> => {
  const [first] = Object.entries(order)
  if (last === undefined || first === undefined) return sql`true`
  const values = Object.values(order).map((type, index) => sql`${last[index]}::text::${sql.raw(type)}`)
  return sql`${sql.ref(first[0])} >= ${last[0]}::text::${sql.raw(first[1])} and (${sql.join(Object.keys(order).map((key) => sql.ref(key)))}) > (${sql.join(values)})`
}

const readPortion = async (db: Db, file: OwnFile, person: PersonKey, last: readonly string[] | undefined): Promise<readonly Row[]> => {
  const keys = Object.keys(file.order)
  const key = sql.join(keys.map((column) => sql`${sql.ref(column)}::text`))
  const { rows } = await sql<Row>`
    select ${selected(file, person)}, array[${key}] as ${sql.ref(keyColumn)}
      ${file.rows(person)} and ${behind(file.order, last)}
     order by ${sql.join(keys.map((column) => sql.ref(column)))} limit ${rowsAtATime}`.execute(db)
  return rows
}

const isKey = (value: unknown): value is readonly string[] => Array.isArray(value)

/** The rows of a file, some hundreds at a time: no transaction and no list lasts as long as the download. */
export async function* readOwnRows(db: Db, file: OwnFile, person: PersonKey): AsyncGenerator<readonly Row[]> {
  let last: readonly string[] | undefined
  for (;;) {
    const rows = await readPortion(db, file, person, last)
    if (rows.length > 0) yield rows
    const key = rows.at(-1)?.[keyColumn]
    if (rows.length < rowsAtATime || !isKey(key)) return
    last = key
  }
}

/** Replaces other people's names in texts. */
export type ReplaceNames = (texts: readonly string[]) => Promise<readonly string[]>

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const rereadAs = (before: unknown, text: string): unknown => (typeof before === 'string' ? text : JSON.parse(text))

/** The same rows without other people's names. */
export const withoutOthers = async ({ columns }: OwnFile, rows: readonly Row[], replace: ReplaceNames): Promise<readonly Row[]> => {
  const names = Object.keys(columns).filter((name) => partsOf(columns[name] ?? '').mayNameOthers === true)
  const places = rows.flatMap((row, index) => names.filter((name) => row[name] !== null).map((name) => ({ index, name })))
  if (places.length === 0) return rows
  const replaced = await replace(places.map(({ index, name }) => wordOf(rows[index]?.[name])))
  const changed = rows.map((row) => ({ ...row }))
  for (const [nth, { index, name }] of places.entries()) {
    const row = changed[index]
    if (row !== undefined) row[name] = rereadAs(row[name], replaced[nth] ?? '')
  }
  return changed
}

const cellOf = (value: unknown, words: Readonly<Record<string, string>> | undefined): CsvCell => {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return toJapanIso(value)
  if (typeof value === 'boolean') return value ? 'はい' : 'いいえ'
  if (typeof value === 'string') return words?.[value] ?? value
  if (typeof value === 'number') return words?.[String(value)] ?? value
  return JSON.stringify(value)
}

const jsonOf = (value: unknown): unknown => (value instanceof Date ? toJapanIso(value) : (value ?? null))

const camelCase = (name: string): string => name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** A CSV, piece by piece: headings in Japanese, instants in Japan's time. */
export async function* csvPieces({ columns }: OwnFile, batches: AsyncIterable<readonly Row[]>): AsyncGenerator<string> {
  const parts = Object.entries(columns).map(([name, column]) => ({ name, ...partsOf(column) }))
  yield byteOrderMark + csvLine(parts.map(({ label }) => label))
  for await (const rows of batches)
    yield rows.map((row) => csvLine(parts.map(({ name, words }) => cellOf(row[name], 'words' in { words } ? words : undefined)))).join('')
}

/** A JSON array, piece by piece: an object a line. */
export async function* jsonPieces({ columns }: OwnFile, batches: AsyncIterable<readonly Row[]>): AsyncGenerator<string> {
  const names = Object.keys(columns)
  let isFirst = true
  yield '['
  for await (const rows of batches) {
    yield rows
      .map((row) => {
        const line = JSON.stringify(Object.fromEntries(names.map((name) => [camelCase(name), jsonOf(row[name])])))
        const piece = isFirst ? `\n${line}` : `,\n${line}`
        isFirst = false
        return piece
      })
      .join('')
  }
  yield '\n]\n'
}

/** SQL: the role of whom a column names, never the name. People of the provider are its administrators. */
export const roleOf =
  (column: string): Source =>
  ({ companyId }) =>
    sql`case when ${sql.ref(column)} is not null then coalesce(
      (select k.role from app_user k where k.company_id = ${companyId} and k.user_id = ${sql.ref(column)}), 'AdminUnitService') end`

/** SQL: the number of a device as it is printed on it. */
export const serialOf =
  (column: string): Source =>
  ({ companyId }) =>
    sql`(select d.serial from device d where d.company_id = ${companyId} and d.device_id = ${sql.ref(column)})`

/** SQL: what an office is called. */
export const officeNameOf =
  (column: string): Source =>
  ({ companyId }) =>
    sql`(select o.name from office o where o.company_id = ${companyId} and o.office_id = ${sql.ref(column)})`

/** SQL: what a group is called. */
export const groupNameOf =
  (column: string): Source =>
  ({ companyId }) =>
    sql`(select g.name from work_group g where g.company_id = ${companyId} and g.group_id = ${sql.ref(column)})`

/** SQL after FROM: the person's rows of a table of their own. */
export const ownRows =
  (table: keyof Database): OwnFile['rows'] =>
  ({ companyId, userId }) =>
    sql`from ${sql.table(table)} t where t.company_id = ${companyId} and t.user_id = ${userId}`
