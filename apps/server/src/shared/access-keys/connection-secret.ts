import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { TableRow } from '../../platform/database/table-row.ts'
import type { Context } from '../../platform/context.ts'
import type { Sender } from '../../platform/http/route.ts'
import { readBearer } from './bearer.ts'
import { createCompanyLookup } from './company-lookup.ts'
import { secretHash } from './ingest-key.ts'

type SecretRow = Sender & { readonly secretHash: Buffer }

const findInCompany = createCompanyLookup()

/**
 * The connection with that id, unless unknown or of an archived office.
 * @throws DatabaseAwayError where it may be one of a company that cannot be reached just now
 */
export const findConnection = ({ pool }: Pick<Context, 'pool'>, connectionId: string): Promise<SecretRow | undefined> =>
  findInCompany(pool, connectionId, async (among) => {
    const { rows } = await pool.query<SecretRow>({
      name: 'connection-secret',
      text: `
      select n.connection_id as "keyId", n.company_id as "companyId", n.office_id as "officeId", n.secret_hash as "secretHash"
        from connection n
        join office o on o.company_id = n.company_id and o.office_id = n.office_id and o.archived_at is null
       where n.connection_id = $1 and ($2::int[] is null or n.company_id = any($2))`,
      values: [connectionId, among],
    })
    return rows[0]
  })

/** The connection whose secret is in the header as `Bearer <id>.<random>`; undefined where it is none in force. */
export const findConnectionSender = async (
  context: Pick<Context, 'pool'>,
  authorization: string | undefined,
): Promise<Sender | undefined> => {
  const bearer = readBearer(authorization)
  if (bearer === undefined) return undefined
  const found = await findConnection(context, bearer.id)
  if (found === undefined || !timingSafeEqual(found.secretHash, secretHash(bearer.secret))) return undefined
  return { keyId: bearer.id, companyId: found.companyId, officeId: found.officeId }
}

/**
 * The connection that has claimed an application of ChirpStack's broker; undefined where none has, or its office is archived.
 * @throws DatabaseAwayError where its company cannot be reached just now
 */
export const findConnectionOfApplication = async (context: Pick<Context, 'pool'>, applicationId: string): Promise<Sender | undefined> => {
  const { rows } = await context.pool.query<TableRow<'connection_application', 'connection_id'>>({
    name: 'connection-application',
    text: 'select a.connection_id from connection_application a where a.application_id = $1',
    values: [applicationId.toLowerCase()],
  })
  const found = rows[0] === undefined ? undefined : await findConnection(context, rows[0].connection_id)
  if (found === undefined) return undefined
  const { keyId, companyId, officeId } = found
  return { keyId, companyId, officeId }
}

/** A new secret of 192 random bits: what the network server sends behind `Bearer`, and what is stored of it. */
export const newConnectionSecret = (connectionId: string): { readonly secret: string; readonly hash: Buffer } => {
  const random = randomBytes(24).toString('base64url')
  return { secret: `${connectionId}.${random}`, hash: secretHash(random) }
}
