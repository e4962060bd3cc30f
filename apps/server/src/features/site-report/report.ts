import { createHmac, randomBytes } from 'node:crypto'
import { type BodyOf, languages, receiptMs, type ReceiptState, type siteReport, type SiteOfPoster } from '@mimamori/contract'
import { sql } from 'kysely'
import { reportAtPoster } from '../alerts/episodes/report.ts'
import type { Context, Db } from '../../platform/context.ts'
import type { TableRow } from '../../platform/database/table-row.ts'
import { readDoneAt } from '../../platform/done-at.ts'
import { notFound, Refusal } from '../../platform/errors.ts'
import type { AccessLink } from '../../platform/http/route.ts'
import { toJapanIso, toJapanIsoOrNull } from '../../platform/japan-time.ts'
import { deriveKey } from '../../platform/secrets/access-token.ts'

type Site = Omit<SiteOfPoster, 'languages'>

const findSite = async (db: Db, { companyId, officeId, linkId }: AccessLink): Promise<Site> => {
  const { rows } = await sql<Site>`
    select o.name as "officeName", l.name as place, o.emergency_phone as "emergencyPhone", o.address
      from office_link l join office o on o.company_id = ${companyId} and o.office_id = l.office_id
     where l.company_id = ${companyId} and l.link_id = ${linkId} and l.office_id = ${officeId}`.execute(db)
  const [site] = rows
  if (site === undefined) throw notFound()
  return site
}

/** What somebody who opens a poster's link is shown of the site. */
export const readSiteOfPoster = async ({ db }: Pick<Context, 'db'>, link: AccessLink): Promise<SiteOfPoster> => ({
  ...(await findSite(db, link)),
  languages: [...languages],
})

/**
 * Random where the phone sends no key. With one it is the same for a report that is sent again; the product's secret is in it, so that
 * nobody who knows the link finds the receipt of another.
 */
const receiptOf = ({ config }: Pick<Context, 'config'>, { linkId }: AccessLink, key: string | undefined): string =>
  key === undefined
    ? randomBytes(24).toString('base64url')
    : createHmac('sha256', deriveKey(config.jwtSecrets[0], 'receipt of a report'))
        .update(JSON.stringify([linkId, key]))
        .digest('base64url')

/** A phone's clock that cannot be right costs its time, never the report. */
const doneAtOf = (at: string | null | undefined, receivedAt: Date): Date => {
  if (at === null || at === undefined || Number.isNaN(Date.parse(at))) return receivedAt
  try {
    return readDoneAt(at, receivedAt).at
  } catch (error) {
    if (error instanceof Refusal) return receivedAt
    throw error
  }
}

/** Reports of one link within this time, beyond which further ones join the open alert. Customer's figures. */
const mostAlerts = 6
const alertsWithinMs = 10 * 60_000

/** Whether a place has had so many reports lately that another one adds to the open alert. In the transaction that holds its lock. */
const isCrowded = async (db: Db, { companyId, officeId }: AccessLink, place: string, now: Date): Promise<boolean> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
      from condition_report r join alert a on a.company_id = ${companyId} and a.alert_id = r.alert_id
     where r.company_id = ${companyId} and r.office_id = ${officeId} and r.source = 'poster' and a.location_name = ${place}
       and r.received_at > ${new Date(now.getTime() - alertsWithinMs)}`.execute(db)
  return (rows[0]?.count ?? 0) >= mostAlerts
}

/**
 * Takes a report that was sent by a poster's link: it opens the alert 申告 with the poster's place, or joins the latest open one of the
 * place where there are many. It is stored when it is answered.
 * @param key the phone's own for this report: sent again, it is the same report
 */
export const takeReport = async (
  context: Context,
  link: AccessLink,
  draft: BodyOf<typeof siteReport.send>,
  key: string | undefined,
): Promise<string> => {
  const { db, clock } = context
  const receipt = receiptOf(context, link, key)
  await db.transaction().execute(async (trx) => {
    const { place } = await findSite(trx, link)
    // Reports of one link come one after another, so that they are counted.
    await sql`select pg_advisory_xact_lock(hashtext('reports of a link'), hashtext(${link.linkId}))`.execute(trx)
    const receivedAt = clock()
    await reportAtPoster(trx, {
      companyId: link.companyId,
      officeId: link.officeId,
      doneAt: doneAtOf(draft.at, receivedAt),
      receivedAt,
      posterPlace: place,
      receipt,
      text: { who: draft.who, where: draft.where ?? place, signs: draft.signs, note: draft.note },
      joins: await isCrowded(trx, link, place, receivedAt),
    })
  })
  return receipt
}

type ReceiptRow = TableRow<'condition_report', 'done_at' | 'received_at'> & {
  readonly seen_at: Date | null
  readonly responding_at: Date | null
}

/**
 * What has become of a report of the link's site, for two hours.
 * @throws Refusal 404 for an unknown receipt, or one of another site, or after that time
 */
export const readReceipt = async ({ db, clock }: Context, { companyId, officeId }: AccessLink, receipt: string): Promise<ReceiptState> => {
  const { rows } = await sql<ReceiptRow>`
    select r.done_at, r.received_at,
           coalesce(min(e.at), case when a.handling <> 'open' then r.received_at end) as seen_at,
           coalesce(min(e.at) filter (where e.event = 'responding'), case when a.handling = 'responding' then r.received_at end) as responding_at
      from condition_report r
      join alert a on a.company_id = ${companyId} and a.alert_id = r.alert_id
      left join alert_event e on e.company_id = ${companyId} and e.alert_id = r.alert_id and e.at >= r.received_at
       and e.event in ('acknowledged', 'responding', 'closed')
     where r.company_id = ${companyId} and r.office_id = ${officeId} and r.receipt = ${receipt}
       and r.received_at > ${new Date(clock().getTime() - receiptMs)}
     group by r.done_at, r.received_at, a.handling`.execute(db)
  const [row] = rows
  if (row === undefined) throw notFound()
  return {
    sentAt: toJapanIso(row.done_at),
    receivedAt: toJapanIso(row.received_at),
    seenAt: toJapanIsoOrNull(row.seen_at),
    respondingAt: toJapanIsoOrNull(row.responding_at),
  }
}
