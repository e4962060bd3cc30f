import type { Client } from 'pg'

type Column = {
  readonly table: string
  readonly name: string
  /** PostgreSQL's own name of the type: int4, timestamptz, _text … */
  readonly type: string
  readonly nullable: boolean
  readonly filled: boolean
  readonly alwaysGenerated: boolean
}

// Partitions repeat their parent, and the job queue keeps its tables in a schema of its own.
const columnsQuery = `
  select c.relname as "table", a.attname as name, t.typname as type, not a.attnotnull as nullable,
         a.atthasdef or a.attidentity <> '' as filled,
         a.attidentity = 'a' or a.attgenerated <> '' as "alwaysGenerated"
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid
    join pg_type t on t.oid = a.atttypid
   where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
     and a.attnum > 0 and not a.attisdropped
   order by c.relname, a.attnum`

const plain: Record<string, string> = {
  bit: 'string',
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  text: 'string',
  varchar: 'string',
  uuid: 'string',
  time: 'string',
  xid8: 'string',
  date: 'string',
  bytea: 'Buffer',
  timestamptz: 'Timestamp',
  tstzmultirange: 'string',
  json: 'unknown',
  jsonb: 'unknown',
}

const typeOf = (column: Column): string => {
  const name = column.type.startsWith('_') ? column.type.slice(1) : column.type
  const type = plain[name]
  if (type === undefined) throw new Error(`${column.table}.${column.name}: no TypeScript type for ${column.type}`)
  const whole = column.type.startsWith('_') ? `${type}[]` : type
  const orNull = column.nullable && whole !== 'unknown' ? `${whole} | null` : whole
  if (column.alwaysGenerated) return `GeneratedAlways<${orNull}>`
  return column.filled ? `Generated<${orNull}>` : orNull
}

const interfaceName = (table: string) => table.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

const header = `// Written by \`npm run types\` from the migrated schema. Change a migration, not this file.
import type { ColumnType } from 'kysely'

type Timestamp = ColumnType<Date, Date | string, Date | string>
/** Filled by the database where an insert leaves it out. */
type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
/** Given by the database and by nobody else. */
type GeneratedAlways<T> = ColumnType<T, never, never>
`

/** The row types of every table of the public schema, as one TypeScript file. */
export const databaseTypes = async (client: Pick<Client, 'query'>): Promise<string> => {
  const { rows } = await client.query<Column>(columnsQuery)
  const tables = Map.groupBy(rows, (column) => column.table)
  const bodies = [...tables].map(([table, columns]) => {
    const lines = columns.map((column) => `  ${column.name}: ${typeOf(column)}`)
    return `interface ${interfaceName(table)} {\n${lines.join('\n')}\n}\n`
  })
  const members = [...tables.keys()].map((table) => `  ${table}: ${interfaceName(table)}`)
  return [header, ...bodies, `export interface Database {\n${members.join('\n')}\n}\n`].join('\n')
}
