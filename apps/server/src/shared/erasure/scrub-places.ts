import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import type { PersonKey } from '../organisation/keys.ts'
import { erasedName, type PersonMarks, searchPattern } from './person-marks.ts'
import type { Scrubber, Subject } from './scrub.ts'
import { type TextForm, type TextPlace, textPlaces } from './text-places.ts'

type Values = Readonly<Record<string, unknown>>
type Row = { readonly key: Values; readonly about: boolean; readonly texts: Values }

const rowsAtATime = 500

// The declarations are ours: nothing that anybody typed becomes part of a statement.
const declared = (text: string, { companyId, userId }: PersonKey): RawBuilder<unknown> => {
  const parts = text.split(/(\$[12])/)
  return sql.join(
    parts.map((part) => (part === '$1' ? sql`${companyId}::int` : part === '$2' ? sql`${userId}::int` : sql.raw(part))),
    sql.raw(''),
  )
}

const list = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts, sql`, `)
const ofRow = (column: string) => sql.ref(`t.${column}`)
const asText = (column: string) => sql`coalesce(${ofRow(column)}::text, '')`

/** The next rows after a key that are about the person, or that say something by which they are known. */
const readRows = async (db: Db, person: PersonKey, table: string, place: TextPlace, pattern: string | null, after: Values | undefined) => {
  const keys = Object.keys(place.key)
  const columns = [...Object.keys(place.columns), ...Object.keys(place.names ?? {})]
  const about = place.about === undefined ? sql`false` : declared(place.about, person)
  const last = Object.entries(place.key).map(([key, type]) => sql`${sql.val(after?.[key])}::text::${sql.raw(type)}`)
  const { rows } = await sql<Row>`
    select jsonb_build_object(${list(keys.map((key) => sql`${sql.lit(key)}, ${ofRow(key)}::text`))}) as key, (${about}) is true as about,
           jsonb_build_object(${list(columns.map((column) => sql`${sql.lit(column)}, ${ofRow(column)}`))}) as texts
      from ${sql.table(table)} t
     where t.company_id = ${person.companyId}
       and (${about} or ${pattern === null ? sql`false` : sql`concat_ws(' ', ${list(columns.map(asText))}) ~* ${pattern}`})
       ${after === undefined ? sql`` : sql`and (${list(keys.map(ofRow))}) > (${list(last)})`}
     order by ${list(keys.map(ofRow))} limit ${rowsAtATime} for update of t`.execute(db)
  return rows
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const scrubbed = (scrubber: Scrubber, form: TextForm, given: unknown, subject: Subject): unknown => {
  if (form !== 'jsonText' || typeof given !== 'string') return scrubber.value(given, subject)
  const value = parsed(given)
  return value === undefined ? scrubber.text(given, subject) : JSON.stringify(scrubber.value(value, subject))
}

const formsOf = ({ columns, names = {} }: TextPlace): Record<string, TextForm> => ({
  ...Object.fromEntries(Object.keys(names).map((column) => [column, 'text'] as const)),
  ...columns,
})

/** What of a row is to change. */
const changesOf = (scrubber: Scrubber, place: TextPlace, { about, texts: changedTexts }: Row): Values | undefined => {
  const subject = about ? 'about' : 'other'
  const changes = Object.entries(formsOf(place)).flatMap(([column, form]) => {
    const given = changedTexts[column]
    if (given === null) return []
    const value = scrubbed(scrubber, form, given, subject)
    return JSON.stringify(value) === JSON.stringify(given) ? [] : [[column, value] as const]
  })
  return changes.length === 0 ? undefined : Object.fromEntries(changes)
}

const setOf = (column: string, form: TextForm) => {
  const value = {
    text: sql`x.texts->>${sql.lit(column)}`,
    jsonText: sql`x.texts->>${sql.lit(column)}`,
    json: sql`x.texts->${sql.lit(column)}`,
    texts: sql`array(select jsonb_array_elements_text(x.texts->${sql.lit(column)}))`,
  }[form]
  return sql`${sql.ref(column)} = case when x.texts ? ${sql.lit(column)} then ${value} else ${ofRow(column)} end`
}

const writeRows = async (
  db: Db,
  { companyId }: PersonKey,
  table: string,
  place: TextPlace,
  rows: readonly { key: Values; texts: Values }[],
) => {
  const forms = Object.entries(formsOf(place))
  const keys = Object.entries(place.key)
  const sets = [...forms.map(([column, form]) => setOf(column, form)), ...(place.also === undefined ? [] : [sql.raw(place.also)])]
  const isRow = keys.map(([key, type]) => sql`${ofRow(key)} = (x.key->>${sql.lit(key)})::${sql.raw(type)}`)
  await sql`
    update ${sql.table(table)} t set ${list(sets)}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (key jsonb, texts jsonb)
     where t.company_id = ${companyId} and ${sql.join(isRow, sql` and `)}`.execute(db)
}

/** Replaces the person's name where their number is beside it. */
const writeNames = async (db: Db, { companyId, userId }: PersonKey, table: string, { names = {}, also }: TextPlace): Promise<void> => {
  const label = erasedName(userId)
  for (const [column, number] of Object.entries(names))
    await sql`
      update ${sql.table(table)} t set ${sql.ref(column)} = ${label}${also === undefined ? sql`` : sql`, ${sql.raw(also)}`}
       where t.company_id = ${companyId} and ${ofRow(number)} = ${userId} and ${ofRow(column)} <> ${label}`.execute(db)
}

const scrubPlace = async (
  db: Db,
  person: PersonKey,
  [table, place]: [string, TextPlace],
  scrubber: Scrubber,
  pattern: string | null,
): Promise<void> => {
  await writeNames(db, person, table, place)
  let after: Values | undefined
  for (;;) {
    const rows = await readRows(db, person, table, place, pattern, after)
    const changed = rows.flatMap((row) => {
      const changedTexts = changesOf(scrubber, place, row)
      return changedTexts === undefined ? [] : [{ key: row.key, texts: changedTexts }]
    })
    if (changed.length > 0) await writeRows(db, person, table, place, changed)
    if (rows.length < rowsAtATime) return
    after = rows.at(-1)?.key
  }
}

/** Removes a person from everything a company has written, except accounts and log. */
export const scrubPlaces = async (db: Db, person: PersonKey, marks: PersonMarks, scrubber: Scrubber): Promise<void> => {
  const pattern = searchPattern(marks)
  for (const place of Object.entries(textPlaces)) await scrubPlace(db, person, place, scrubber, pattern)
}
