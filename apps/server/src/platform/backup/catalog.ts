import type pg from 'pg'
import type { Partition, SequenceState, TableName } from './format.ts'

/*
 * What the product's schema holds, read from PostgreSQL's catalogue, so that a new table is backed up without being
 * listed here. Left out: pg-boss, which creates its jobs again, what extensions bring, and the record of migrations,
 * which migrating writes itself.
 */

export interface ProductTable extends TableName {
  partitioned: boolean
  /** Without generated columns. */
  columns: string[]
}

const productRelation = `
  pg_namespace.nspname !~ '^pg_'
  and pg_namespace.nspname not in ('information_schema', 'pgboss')
  and pg_class.relpersistence <> 't'
  and not exists (
    select from pg_depend
    where pg_depend.classid = 'pg_class'::regclass and pg_depend.objid = pg_class.oid and pg_depend.deptype = 'e')`

/** Every table that holds rows of its own or through partitions, by name. */
export async function productTables(client: pg.ClientBase): Promise<ProductTable[]> {
  const { rows } = await client.query<ProductTable>(`
    select pg_namespace.nspname as schema, pg_class.relname as name, pg_class.relkind = 'p' as partitioned,
      array(
        select pg_attribute.attname::text from pg_attribute
        where pg_attribute.attrelid = pg_class.oid and pg_attribute.attnum > 0
          and not pg_attribute.attisdropped and pg_attribute.attgenerated = ''
        order by pg_attribute.attnum) as columns
    from pg_class join pg_namespace on pg_namespace.oid = pg_class.relnamespace
    where pg_class.relkind in ('r', 'p') and not pg_class.relispartition
      and pg_class.relname <> 'schema_migration' and ${productRelation}
    order by pg_namespace.nspname, pg_class.relname`)
  return rows
}

/** The partitions below a table at any depth, parents first. */
export async function partitionsOf(client: pg.ClientBase, table: TableName): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(
    `select pg_namespace.nspname as schema, pg_class.relname as name,
       json_build_object('schema', parent_namespace.nspname, 'name', parent.relname) as parent,
       pg_get_expr(pg_class.relpartbound, pg_class.oid) as bound,
       pg_get_partkeydef(pg_class.oid) as key
     from pg_partition_tree($1::regclass) tree
     join pg_class on pg_class.oid = tree.relid
     join pg_namespace on pg_namespace.oid = pg_class.relnamespace
     join pg_class parent on parent.oid = tree.parentrelid
     join pg_namespace parent_namespace on parent_namespace.oid = parent.relnamespace
     where tree.level > 0
     order by tree.level, pg_namespace.nspname, pg_class.relname`,
    [quoted(table)],
  )
  return rows
}

/** Every sequence, those of identity columns included, with its current value. */
export async function sequenceStates(client: pg.ClientBase): Promise<SequenceState[]> {
  const { rows: names } = await client.query<TableName>(`
    select pg_namespace.nspname as schema, pg_class.relname as name
    from pg_class join pg_namespace on pg_namespace.oid = pg_class.relnamespace
    where pg_class.relkind = 'S' and ${productRelation}
    order by pg_namespace.nspname, pg_class.relname`)
  const states: SequenceState[] = []
  for (const name of names) {
    const { rows } = await client.query<Pick<SequenceState, 'lastValue' | 'isCalled'>>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${quoted(name)}`,
    )
    states.push(...rows.map((state) => ({ ...name, ...state })))
  }
  return states
}

/**
 * Statements that disable foreign keys and triggers, and those that enable them again as they were. Tables can then be
 * loaded in any order, and no trigger derives anything twice. The owner of the tables may do this, while
 * `session_replication_role` needs a superuser.
 */
export async function bypassStatements(client: pg.ClientBase): Promise<{ off: string[]; on: string[] }> {
  const { rows } = await client.query<{ off: string; on: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as off,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid)) as on
    from pg_constraint
    join pg_class on pg_class.oid = pg_constraint.conrelid
    join pg_namespace on pg_namespace.oid = pg_class.relnamespace
    where pg_constraint.contype = 'f' and pg_constraint.conparentid = 0 and ${productRelation}
    union all
    select format('alter table %s disable trigger %I', tgrelid::regclass, tgname),
      format('alter table %s enable %s trigger %I', tgrelid::regclass,
        case tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, tgname)
    from pg_trigger
    join pg_class on pg_class.oid = pg_trigger.tgrelid
    join pg_namespace on pg_namespace.oid = pg_class.relnamespace
    where not pg_trigger.tgisinternal and pg_trigger.tgparentid = 0 and pg_trigger.tgenabled <> 'D' and ${productRelation}`)
  return { off: rows.map(({ off }) => off), on: rows.map(({ on }) => on) }
}

export function quoted({ schema, name }: TableName): string {
  return `${quotedName(schema)}.${quotedName(name)}`
}

export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
