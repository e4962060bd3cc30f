import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import type { AuditEntry, Requester } from '../../platform/audit.ts'
import { writeAudit } from '../organisation/write-audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import type { Download, SentFile } from '../../platform/exchange/download.ts'
import type { Actor } from '../../platform/http/route.ts'
import { nameFilter } from './filter-names.ts'
import { customersOf, officeColumns, withinScope } from '../organisation/scope.ts'

/** A file that somebody asks for. */
export type DownloadRequest = {
  /** What it is of, as `auditResourceNames` names it. */
  readonly resource: string
  /** How it was narrowed. */
  readonly filter?: object
  /** Whose data is requested: of these sites, or of this company; else of all that the requester sees. */
  readonly officeId?: number | readonly number[] | undefined
  readonly companyId?: number | undefined
}

type Place = Pick<AuditEntry, 'companyId'> & { readonly officeId: number | null }

// What is out of scope is not in the file, and its company has no business with it.
const placesOf = async (db: Db, actor: Actor, { officeId, companyId }: DownloadRequest): Promise<readonly Place[]> => {
  const own: Place = { companyId: actor.companyId, officeId: actor.officeId }
  if (officeId !== undefined) {
    const { rows } = await sql<Place>`
      select o.company_id as "companyId", o.office_id as "officeId" from office o
       where o.office_id = any(${[officeId].flat()}::int[]) and ${withinScope(actor, officeColumns)} order by 1, 2`.execute(db)
    return rows.length > 0 ? rows : [own]
  }
  const { rows } = await sql<Place>`
    select c.company_id as "companyId", null::int as "officeId" from company c
     where ${customersOf(actor)} and ${companyId === undefined ? sql`true` : sql`c.company_id = ${companyId}`} order by 1`.execute(db)
  if (companyId !== undefined) return rows.length > 0 ? rows : [own]
  return actor.role === 'AdminUnitService' ? [own, ...rows] : [own]
}

/**
 * The answer to a call for a file, with its record: on the log of every company whose data it holds, so that their
 * administrators see it, no matter who took it. The number of lines is recorded if they are all of one place.
 */
export const recordedDownload = (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { actor, address, reply }: Requester & { readonly reply: FastifyReply },
  download: DownloadRequest,
): Download => ({
  reply,
  record: ({ fileName, lines }: SentFile) =>
    db.transaction().execute(async (trx) => {
      const places = await placesOf(trx, actor, download)
      for (const place of places)
        await writeAudit(trx, {
          at: clock(),
          actor,
          address,
          action: 'export',
          resource: download.resource,
          resourceId: fileName,
          ...place,
          after: {
            ...(await nameFilter(trx, place.companyId, { ...download.filter })),
            ...(places.length === 1 && lines !== undefined && { lines }),
          },
        })
    }),
})
