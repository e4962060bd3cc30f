import type { ClientBase } from 'pg'

/**
 * Tables that belong to no customer, or to all of them, and why.
 * Everything else is a customer's: its rows carry the company, and its keys begin with it.
 */
export const sharedTables: Readonly<Record<string, string>> = {
  backup_run: "backups hold all customers, and are the service's",
  broker_layout: 'how all keys are shared out at the broker',
  company: 'the customers themselves',
  connection_application: "which connection has claimed an application at the operator's broker: one of all customers",
  evening_forecast: 'forecasts that the state publishes',
  job_run: 'the last turn of each recurring job of the product',
  login: 'login IDs are unique over all companies',
  login_failure: 'counts addresses, before anybody has signed in',
  monthly_wait: 'whether sums of months wait to begin, of all companies at once',
  operation_state: 'the state of each part of the service',
  product_secret: 'secrets of the product',
  public_alert: 'announcements that the state publishes',
  public_alert_file: 'which files of these announcements were fetched',
  public_station_fetch: 'when values of stations were requested',
  public_wbgt: 'values that the state publishes',
  schema_migration: 'the migrations themselves',
  server_process: 'the processes of the product',
  table_place: 'where the tables of a cluster lie',
}

/** Tables whose pointers are no foreign keys, and why. They name rows by company and number together all the same. */
const withoutForeignKeys: Readonly<Record<string, string>> = {
  audit_chain: 'the end of a chain is kept as long as its log',
  audit_log: 'the log keeps what it names, whatever becomes of it',
  forecast_due: 'a site may be deleted before its last hours are compared',
  heat_due: 'a watcher may be deleted before its last minutes are computed',
  heat_summary: 'outlives the watcher and the site',
  reading: 'a foreign key costs each reading a look-up and a lock; a device may be deleted while its readings stay',
}

type Fault = { readonly table: string; readonly fault: string }

// Partitions follow their table.
const faults = `
  with own as (
    select c.oid, c.relname as name from pg_class c
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
       and c.relname <> all($1::text[])
  ), first_column as (
    select x.indrelid, x.indexrelid::regclass::text as name, x.indisprimary, a.attname
      from pg_index x left join pg_attribute a on a.attrelid = x.indrelid and a.attnum = x.indkey[0]
     where x.indisunique
  )
  select own.name as "table", found.fault
    from own
   cross join lateral (
     select 'has no company_id that is never null' as fault
      where not exists (select from pg_attribute a where a.attrelid = own.oid and a.attname = 'company_id' and a.attnotnull)
     union all
     select 'has no key' where not exists (select from first_column f where f.indrelid = own.oid)
     union all
     select 'key ' || f.name || ' does not begin with company_id' from first_column f
      where f.indrelid = own.oid and f.attname is distinct from 'company_id'
     union all
     select 'foreign key ' || k.conname || ' does not begin with company_id' from pg_constraint k
       join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
      where k.contype = 'f' and k.conrelid = own.oid and a.attname <> 'company_id'
     union all
     -- A cluster refuses these: the code that deletes the row first sets to null what points at it.
     select 'foreign key ' || k.conname || ' sets null or a default' from pg_constraint k
      where k.contype = 'f' and k.conrelid = own.oid and (k.confdeltype in ('n', 'd') or k.confupdtype in ('n', 'd'))
     union all
     select 'has the trigger ' || t.tgname from pg_trigger t where t.tgrelid = own.oid and not t.tgisinternal
     union all
     select 'has no foreign key' where own.name <> all($2::text[])
        and not exists (select from pg_constraint k where k.contype = 'f' and k.conrelid = own.oid)
   ) found
   order by 1, 2`

/** What in the schema lets two customers meet: tables whose keys do not hold the company, and triggers. */
export const tenancyFaults = async (client: Pick<ClientBase, 'query'>): Promise<string[]> => {
  const { rows } = await client.query<Fault>(faults, [Object.keys(sharedTables), Object.keys(withoutForeignKeys)])
  return rows.map(({ table, fault }) => `${table}: ${fault}`)
}
