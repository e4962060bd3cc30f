import { CompiledQuery, sql } from 'kysely'
import type { Db } from '../platform/context.ts'

const longestLoginId = 100
const numbersTried = 1_000

const firstFree = async (db: Db, stem: string, from: number, width: number): Promise<string | undefined> => {
  const { rows } = await sql<{ login_id: string }>`
    select made.login_id
      from generate_series(${from}::int, ${from + numbersTried}::int) as n,
           lateral (select ${stem}::text || lpad(n::text, greatest(${width}::int, length(n::text)), '0') as login_id) made
     where not exists (select from login l where l.login_key = lower(made.login_id))
     order by n limit 1`.execute(db)
  return rows[0]?.login_id
}

/** A login ID close to one that is taken: `yamada` → `yamada2`, `worker007` → the next number that is free. */
export const suggestLoginId = async (db: Db, taken: string): Promise<string> => {
  const [, stem = taken, digits = ''] = /^(.*?)(\d{0,8})$/.exec(taken) ?? []
  const short = (text: string) => text.slice(0, longestLoginId - 10)
  const next = await firstFree(db, short(stem), digits === '' ? 2 : Number(digits) + 1, digits.length)
  return next ?? (await firstFree(db, `${short(taken)}-`, 2, 0)) ?? `${short(taken)}-${Date.now()}`
}

/** Holds the numbers of a base code ($1) until the transaction ends. */
export const lockNumbers = `select pg_advisory_xact_lock(hashtext('base-admin-login-id'), hashtext(lower($1)))`

/**
 * The next running number of a base code ($1). Login IDs are unique everywhere while base codes are so within a company:
 * it runs on over all offices of a code. Numbers of the deleted are not given again, or the log would speak of two people
 * by one name.
 */
export const nextNumber = `
  select coalesce(max(substring(substr(u.login_id, length($1::text) + 2) from '^[0-9]{1,8}$')::int), 0) + 1 as next
    from app_user u
   where lower(left(u.login_id, length($1::text) + 1)) = lower($1::text || '-')`

/** The login ID that the next base administrator of an office would get: base code, hyphen, running number. */
export const previewLoginId = async (db: Db, baseCode: string): Promise<string> => {
  const { rows } = await db.executeQuery<{ next: number }>(CompiledQuery.raw(nextNumber, [baseCode]))
  return `${baseCode}-${rows[0]?.next ?? 1}`
}

/** The same, final: until the transaction ends nobody else gets one for the code. */
export const takeLoginId = async (db: Db, baseCode: string): Promise<string> => {
  await db.executeQuery(CompiledQuery.raw(lockNumbers, [baseCode]))
  return previewLoginId(db, baseCode)
}
