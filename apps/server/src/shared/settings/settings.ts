import { settingOf, type SettingName, type SettingOrigin, type SettingOwner, type SettingValue } from '@mimamori/contract'
import type { QueryConfig, QueryResult, QueryResultRow } from 'pg'
import type { Logger } from 'pino'
import { companiesOf, type OfficeKey } from '../organisation/keys.ts'

/** Settings by the names their reader gives them. */
type SettingNames = Readonly<Record<string, SettingName>>

/** The wanted settings of one office, each with its value and where that comes from. */
export type SettingsInForce<Names extends SettingNames> = {
  readonly [Name in keyof Names]: { readonly value: SettingValue<Names[Name]>; readonly origin: SettingOrigin }
}

type Queryable = { query: <Row extends QueryResultRow>(statement: QueryConfig) => Promise<QueryResult<Row>> }

type Stored = { office_id: number; owner: SettingOwner; owner_id: number; type: string; key: string; value: string }

// An office's rows come before its company's, since they take precedence.
const storedOfOffices = {
  name: 'settings-of-offices',
  text: `
    select o.office_id, case when s.office_id is null then 'company' else 'office' end as owner,
           coalesce(s.office_id, s.company_id) as owner_id, s.type, s.key, s.value
      from unnest($1::int[], $2::int[]) as o (company_id, office_id)
      join master_setting s
        on s.company_id = o.company_id and s.company_id = any($5::int[]) and (s.office_id = o.office_id or s.office_id is null)
       and s.type = any($3::text[]) and s.key = any($4::text[]) and s.value is not null
     order by s.office_id nulls last`,
}

/** Stored values that could not be read, each said once in the log of a product. */
const reportedIn = new WeakMap<Logger, Set<string>>()

const report = (log: Logger, { owner, owner_id, type, key, value }: Stored): void => {
  const id = [owner, owner_id, type, key, value].join('/')
  const reported = reportedIn.get(log) ?? new Set()
  if (reported.has(id)) return
  reportedIn.set(log, reported.add(id))
  log.warn({ [`${owner}Id`]: owner_id, type, key }, 'a stored setting cannot be read and is ignored')
}

/**
 * The settings in force at each of the offices, in one statement: the office's own, else its company's, else the default.
 * Every office asked for is in the answer. A stored value that does not fit its declaration is logged, and the next one
 * counts.
 */
export const readSettings = async <const Names extends SettingNames>(
  database: Queryable,
  log: Logger,
  offices: readonly OfficeKey[],
  wanted: Names,
): Promise<Map<number, SettingsInForce<Names>>> => {
  const names = Object.entries(wanted)
  const { rows } = await database.query<Stored>({
    ...storedOfOffices,
    values: [
      offices.map(({ companyId }) => companyId),
      offices.map(({ officeId }) => officeId),
      names.map(([, [type]]) => type),
      names.map(([, [, key]]) => key),
      companiesOf(offices),
    ],
  })
  const stored = Map.groupBy(rows, (row) => `${row.office_id}/${row.type}/${row.key}`)
  // A company's value is parsed once, however many offices it holds for.
  const parsed = new Map<string, { success: boolean; data?: unknown }>()
  const parse = (name: SettingName, text: string) => {
    const id = `${name.join('/')}/${text}`
    const known = parsed.get(id) ?? settingOf(...name).schema.safeParse(text)
    parsed.set(id, known)
    return known
  }
  const inForce = (officeId: number, name: SettingName): { value: unknown; origin: SettingOrigin } => {
    for (const row of stored.get(`${officeId}/${name.join('/')}`) ?? []) {
      const { success, data } = parse(name, row.value)
      if (success) return { value: data, origin: row.owner }
      report(log, row)
    }
    return { value: settingOf(...name).default, origin: 'default' }
  }
  const ofOffice = (officeId: number) =>
    Object.fromEntries(names.map(([own, name]) => [own, inForce(officeId, name)])) as SettingsInForce<Names>
  return new Map(offices.map(({ officeId }) => [officeId, ofOffice(officeId)]))
}

/** The same of one office. */
export const readSettingsOf = async <const Names extends SettingNames>(
  database: Queryable,
  log: Logger,
  office: OfficeKey,
  wanted: Names,
): Promise<SettingsInForce<Names>> => {
  const settings = (await readSettings(database, log, [office], wanted)).get(office.officeId)
  if (settings === undefined) throw new Error(`no settings were read of office ${office.officeId}`)
  return settings
}
