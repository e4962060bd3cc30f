import { CompiledQuery, sql } from 'kysely'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import type { Db } from '../../platform/context.ts'

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

// More of a code's numbers than this are never taken: anyone who chose their login ID chose one at a time, or by a file.
const numbersSkipped = 1_000_000

/** The site that base administrators are made for, by whose code they are called. */
type NumberedOffice = OfficeKey & { readonly baseCode: string }

/** SQL: so many ($4) running numbers of an office ($1, $2) and its code ($3) that come next and are nobody's login ID. */
const freeNumbers = `
  select free.n as number
    from (select upcoming.n
            from (select generate_series(o.last_admin_number + 1, o.last_admin_number + ${numbersSkipped}) as n
                    from office o where o.company_id = $1 and o.office_id = $2) upcoming
           where not exists (select from login l where l.login_key = lower($3::text || '-' || upcoming.n))
           limit $4) free
   order by free.n`

/** Asks the database of a transaction for numbers, whichever way that is held. */
type Ask = (text: string, values: readonly unknown[]) => Promise<{ number: number }[]>

const askOf =
  (db: Db): Ask =>
  async (text, values) =>
    (await db.executeQuery<{ number: number }>(CompiledQuery.raw(text, [...values]))).rows

/** The login ID that the next base administrator of an office would get: base code, hyphen, running number of the site. */
export const previewLoginId = async (db: Db, { companyId, officeId, baseCode }: NumberedOffice): Promise<string> => {
  const [next] = await askOf(db)(freeNumbers, [companyId, officeId, baseCode, 1])
  return `${baseCode}-${next?.number}`
}

// Sites of two companies may have the same code, and login IDs are unique everywhere: one code's are given one after another.
const lockNumbers = `select from pg_advisory_xact_lock(hashtext('base-admin-login-id'), hashtext(lower($1)))`

const noteNumber = `
  update office set last_admin_number = greatest(last_admin_number, $3::int) where company_id = $1 and office_id = $2`

/**
 * Takes the next running numbers of an office; they are not given again. Until the transaction ends nobody else gets one of
 * the code.
 */
export const takeNumbers = async (ask: Ask, { companyId, officeId, baseCode }: NumberedOffice, count: number): Promise<number[]> => {
  await ask(lockNumbers, [baseCode])
  const free = await ask(freeNumbers, [companyId, officeId, baseCode, count])
  const numbers = free.map(({ number }) => number)
  await ask(noteNumber, [companyId, officeId, numbers.at(-1) ?? 0])
  return numbers
}

/** The login ID of a new base administrator of an office, which nobody else gets. */
export const takeLoginId = async (db: Db, office: NumberedOffice): Promise<string> => {
  const [number] = await takeNumbers(askOf(db), office, 1)
  return `${office.baseCode}-${number}`
}
