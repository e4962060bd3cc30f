import { randomBytes } from 'node:crypto'
import { type LabelSheet, message, type QueryOf, type wear } from '@mimamori/contract'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { recordedDownload } from '../../shared/audit/recorded-download.ts'
import { isWatched } from '../../shared/monitoring/workers/shown.ts'
import { personColumns, withinScope } from '../../shared/organisation/scope.ts'
import type { Requester } from '../../platform/audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { badRequest } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/route.ts'
import { drawPdf } from '../../platform/pdf/draw-pdf.ts'
import { sendPdf } from '../../platform/pdf/send-pdf.ts'
import { whileWaitedFor } from '../../platform/traffic/while-waited-for.ts'
import type { LabelPaper, PrintedLabel } from './label-paper.ts'
import { findSite, type Site } from '../../shared/organisation/request-site.ts'

type LabelQuery = QueryOf<typeof wear.labels>
type Call = Requester & { readonly reply: FastifyReply }

const paper = { module: new URL('./label-paper.ts', import.meta.url).href, name: 'labelPaper' }

/** Cards of a bank card's size for workers, small labels for devices. */
const standardSheets: Record<LabelQuery['kind'], LabelSheet> = { device: '24', worker: '10' }

// Only capital letters and digits: a scanner that types is read rightly whatever layout the keyboard has. Without 0, 1, I, O.
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const codeLength = 14

/** A new code of a card: 70 random bits. */
const newCode = (): string => `MMC${Array.from(randomBytes(codeLength), (byte) => alphabet[byte % alphabet.length]).join('')}`

type Worker = {
  readonly user_id: number
  readonly full_name: string
  readonly group_name: string | null
  readonly affiliation1: string | null
  readonly code: string | null
}

const findWorkers = async (db: Db, actor: Actor, { companyId, officeId }: Site, groupId: number | undefined): Promise<Worker[]> => {
  const { rows } = await sql<Worker>`
    select u.user_id, u.full_name, g.name as group_name, u.affiliation1, c.code
      from app_user u
      left join work_group g on g.company_id = u.company_id and g.company_id = ${companyId} and g.group_id = u.group_id
      left join worker_card c on c.company_id = u.company_id and c.company_id = ${companyId} and c.user_id = u.user_id
     where u.company_id = ${companyId} and u.office_id = ${officeId} and ${isWatched} and ${withinScope(actor, personColumns)}
       and (${groupId ?? null}::int is null or u.group_id = ${groupId ?? null})
     order by g.name collate "ja-x-icu" nulls last, u.furigana collate "ja-x-icu", u.user_id`.execute(db)
  return rows
}

/** Gives a code to each of these workers who has none; two who print at once agree on the first. */
const giveCodes = async ({ db, clock }: Context, { companyId }: Site, workers: readonly Worker[]): Promise<void> => {
  const missing = workers.filter(({ code }) => code === null)
  if (missing.length === 0) return
  const made_at = clock()
  await db
    .insertInto('worker_card')
    .values(missing.map(({ user_id: userId }) => ({ company_id: companyId, user_id: userId, code: newCode(), made_at })))
    .onConflict((found) => found.columns(['company_id', 'user_id']).doNothing())
    .execute()
}

const workerLabels = async (context: Context, actor: Actor, site: Site, groupId: number | undefined): Promise<PrintedLabel[]> => {
  await giveCodes(context, site, await findWorkers(context.db, actor, site, groupId))
  const workers = await findWorkers(context.db, actor, site, groupId)
  return workers.flatMap(({ code, full_name: fullName, group_name: groupName, affiliation1 }) =>
    code === null ? [] : [{ code, title: fullName, lines: [groupName, affiliation1].filter((line) => line !== null), isNumber: false }],
  )
}

const deviceLabels = async (db: Db, { companyId, officeId, officeName }: Site): Promise<PrintedLabel[]> => {
  const { rows } = await sql<{ serial: string; kind: 'vital' | 'belt' }>`
    select d.serial, d.kind from device d
     where d.company_id = ${companyId} and d.office_id = ${officeId} and d.kind in ('vital', 'belt') order by d.kind desc, d.serial`.execute(
    db,
  )
  return rows.map(({ serial, kind }) => ({
    code: serial,
    title: serial,
    lines: [kind === 'belt' ? '安全帯' : '体調デバイス', officeName],
    isNumber: true,
  }))
}

/**
 * Answers with labels of the site's devices, or cards of its workers, on A4 sheets of labels.
 * @throws Refusal 404 where the site is not the actor's, 400 E005 where there is nothing to print
 */
export const sendLabels = async (context: Context, call: Call, query: LabelQuery): Promise<void> => {
  const site = await findSite(context.db, call.actor, query.officeId)
  const { kind, groupId, skip } = query
  const labels = kind === 'worker' ? await workerLabels(context, call.actor, site, groupId) : await deviceLabels(context.db, site)
  if (labels.length === 0) throw badRequest(message('E005'))
  const data: LabelPaper = { labels, sheet: query.sheet ?? standardSheets[kind], skip, printedAt: context.clock() }
  const download = recordedDownload(context, call, { resource: 'wear', filter: { kind, groupId }, officeId: site.officeId })
  const name = kind === 'worker' ? '作業者証' : 'タグの番号札'
  await whileWaitedFor(call.reply, async (leaving) => sendPdf(download, `${name}.pdf`, await drawPdf(paper, data, leaving)))
}
