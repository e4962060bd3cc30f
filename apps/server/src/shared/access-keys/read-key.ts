import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { readScopes } from '@mimamori/contract'
import type { TableRow } from '../../platform/database/table-row.ts'
import type { Context } from '../../platform/context.ts'
import { type FoundReadKey, type ReadKeyEnd, readKeyPrefix } from '../../platform/http/read-key.ts'
import { createCompanyLookup } from './company-lookup.ts'
import { secretHash } from './ingest-key.ts'

// Without letters that are taken for digits when they are read out.
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const idLength = 10
const idPrefix = 'rt-'
const pattern = new RegExp(`^${readKeyPrefix}([${digits}]{${idLength}})_([A-Za-z0-9_-]{32})$`)

/** A new key's number, its secret of 192 random bits with the number in front, and what is stored of the secret. */
export const newReadKey = (): { readonly keyId: string; readonly secret: string; readonly hash: Buffer } => {
  const id = Array.from({ length: idLength }, () => digits[randomInt(digits.length)]).join('')
  const random = randomBytes(24).toString('base64url')
  return { keyId: `${idPrefix}${id}`, secret: `${readKeyPrefix}${id}_${random}`, hash: secretHash(random) }
}

/** What is stored of a read key and decides what it may read. */
export type StoredReadKey = {
  readonly companyId: number
  readonly keyId: string
  readonly number: number
  readonly name: string
  readonly scopes: readonly string[]
  readonly officeIds: readonly number[] | null
  readonly secretHash: Buffer
  readonly endsAt: Date
  readonly stoppedAt: Date | null
}

const findInCompany = createCompanyLookup()

const findRow = ({ pool }: Pick<Context, 'pool'>, keyId: string): Promise<StoredReadKey | undefined> =>
  findInCompany(pool, keyId, async (among) => {
    const { rows } = await pool.query<StoredReadKey>({
      name: 'read-key',
      text: `
      select k.company_id as "companyId", k.key_id as "keyId", k.number, k.name, k.scopes, k.office_ids as "officeIds",
             k.secret_hash as "secretHash", k.ends_at as "endsAt", k.stopped_at as "stoppedAt"
        from read_key k join company c on c.company_id = k.company_id and c.deleted_at is null
       where k.key_id = $1 and ($2::int[] is null or k.company_id = any($2))`,
      values: [keyId, among],
    })
    return rows[0]
  })

/** Those of a key's sites that there are and that are not archived; without a list those of the company. */
const openOffices = async ({ pool }: Pick<Context, 'pool'>, { companyId, officeIds }: StoredReadKey): Promise<number[]> => {
  const { rows } = await pool.query<TableRow<'office', 'office_id'>>({
    name: 'read-key-offices',
    text: `select o.office_id from office o
            where o.company_id = $1 and ($2::int[] is null or o.office_id = any($2)) and o.archived_at is null order by o.office_id`,
    values: [companyId, officeIds],
  })
  return rows.map(({ office_id: officeId }) => officeId)
}

const endOf = ({ stoppedAt, endsAt, officeIds }: StoredReadKey, open: readonly number[], now: Date): ReadKeyEnd | null => {
  if (stoppedAt !== null) return 'stopped'
  if (endsAt <= now) return 'ended'
  return officeIds !== null && open.length === 0 ? 'noSite' : null
}

/** How the log names a read key. */
export const readKeyWords = (name: string, keyId: string): string => `トークン「${name}」（${keyId}）`

/**
 * The read key of a bearer, as an administrator of its company or of its sites, with why it is no longer good; undefined where none has
 * this number and secret. Its sites are read again for each call, so that an archived one is read no more at once.
 * @throws DatabaseAwayError where it may be one of a company that cannot be reached just now
 */
export const findReadKey = async (context: Pick<Context, 'pool' | 'clock'>, bearer: string): Promise<FoundReadKey | undefined> => {
  const [, id, random] = pattern.exec(bearer) ?? []
  if (id === undefined || random === undefined) return undefined
  const row = await findRow(context, `${idPrefix}${id}`)
  if (row === undefined || !timingSafeEqual(row.secretHash, secretHash(random))) return undefined
  const { companyId, keyId, name } = row
  const officeIds = await openOffices(context, row)
  const isOfCompany = row.officeIds === null
  const [first = null, ...others] = isOfCompany ? [] : officeIds
  return {
    actor: {
      userId: -row.number,
      loginId: readKeyWords(name, keyId),
      fullName: readKeyWords(name, keyId),
      role: isOfCompany ? 'AdminUnitContract' : 'HeadquartersAdmin',
      companyId,
      officeId: others.length > 0 ? null : first,
      groupId: null,
      sessionId: '',
      readKey: { keyId, scopes: readScopes.filter((scope) => row.scopes.includes(scope)), officeIds },
    },
    end: endOf(row, officeIds, context.clock()),
  }
}
