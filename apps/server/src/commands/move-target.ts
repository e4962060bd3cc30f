import type { Logger } from 'pino'
import type pg from 'pg'
import { openCopySession } from '../platform/backup/session.ts'
import { faultOfDatabaseUrl } from '../platform/database/database-hosts.ts'
import { placeOfDatabase } from '../platform/database/database-place.ts'
import { primaryUrl } from '../platform/database/database-primary.ts'
import { reasonOf } from '../platform/errors.ts'

const oldestVersion = 15

/** Relations, functions and schemas that neither PostgreSQL nor an extension made. */
const foreign = `
  with own as (select n.oid, n.nspname from pg_namespace n where n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'),
    made as (
      select c.oid, own.nspname || '.' || c.relname as name from pg_class c join own on own.oid = c.relnamespace
      union all select p.oid, own.nspname || '.' || p.proname from pg_proc p join own on own.oid = p.pronamespace
      union all select own.oid, own.nspname from own where own.nspname <> 'public')
  select made.name from made
  where not exists (select from pg_depend d where d.objid = made.oid and d.deptype = 'e')
  order by made.name limit 1`

const faultOf = async (client: pg.Client): Promise<string | undefined> => {
  const { rows } = await client.query<{ version: number; encoding: string; may_create: boolean; is_ours: boolean }>(`
    select current_setting('server_version_num')::integer / 10000 as version, getdatabaseencoding() as encoding,
      has_schema_privilege('public', 'create') as may_create, to_regclass('public.schema_migration') is not null as is_ours`)
  const [found] = rows
  if (found === undefined || found.version < oldestVersion)
    return `PostgreSQL ${oldestVersion} 以降が必要です（移す先は ${found?.version}）。 / PostgreSQL ${oldestVersion} or later is needed.`
  if (found.encoding !== 'UTF8')
    return `文字コードを UTF8 にして作成してください（移す先は ${found.encoding}）。 / Make it with the encoding UTF8.`
  if (!found.may_create) return '接続する利用者を、データベースの所有者にしてください。 / The user of the address must own the database.'
  const others = found.is_ours ? undefined : (await client.query<{ name: string }>(foreign)).rows[0]
  if (others !== undefined)
    return `ほかのもの（${others.name} など）が入っています。見守り専用の空のデータベースを作成してください。 / It holds something else (such as ${others.name}): make an empty database for Mimamori alone.`
  return undefined
}

/**
 * Looks at the database to move to before anything is done.
 * @returns the address to write to, and the place as it may be shown
 * @throws Error with what is wrong with it
 */
export const openTarget = async (address: string, log: Logger): Promise<{ readonly to: string; readonly place: string }> => {
  const wrong = faultOfDatabaseUrl(address)
  if (wrong !== undefined) throw new Error(wrong)
  const place = placeOfDatabase(address)
  let to: string
  let client: pg.Client
  try {
    to = await primaryUrl(address, log)
    client = await openCopySession(to)
  } catch (error) {
    throw new Error(`移す先 ${place} に接続できません（${reasonOf(error)}）。 / ${place} does not let us connect.`, { cause: error })
  }
  const fault = await faultOf(client).finally(() => client.end())
  if (fault !== undefined) throw new Error(`移す先 ${place}：${fault}`)
  return { to, place }
}
