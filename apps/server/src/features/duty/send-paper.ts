import { type duty, type DutyBriefing, message, type QueryOf } from '@mimamori/contract'
import { screens } from '@mimamori/contract/screens'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { recordedDownload } from '../../shared/audit/recorded-download.ts'
import { findDutyInForce } from '../../shared/duty/versions.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { findSite } from '../../shared/organisation/request-site.ts'
import type { Requester } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { badRequest } from '../../platform/errors.ts'
import { originOf } from '../../platform/http/cookies.ts'
import { daysFromTo, japanDay, japanDayBefore, japanDayRange } from '../../platform/japan-time.ts'
import { drawPdf } from '../../platform/pdf/draw-pdf.ts'
import { sendPdf } from '../../platform/pdf/send-pdf.ts'
import { whileWaitedFor } from '../../platform/traffic/while-waited-for.ts'
import type { DutyPaper, InspectionPaper, PosterPaper } from './duty-paper.ts'
import { readDuty } from './read-duty.ts'
import { readMeasuredDays } from './read-days.ts'
import { employersOf } from './register.ts'
import { readBriefings } from './briefings.ts'

type Query = QueryOf<typeof duty.paper>
type Call = Requester & { readonly reply: FastifyReply; readonly request: FastifyRequest }

const module = new URL('./duty-paper.ts', import.meta.url).href

/** Days of measurements that a paper holds at most, and how many it has where none are asked for. Project choice. */
const mostDays = 366
const usualDays = 92

const spanOf = ({ from, to }: Query, now: Date) => {
  const last = to ?? japanDay(now)
  const first = from ?? japanDayBefore(japanDayRange(last).from, usualDays - 1)
  if (first > last) throw badRequest(message('dutyDaysOrder'))
  if (daysFromTo(first, last).length > mostDays) throw badRequest(message('dutyDaysTooMany', { days: mostDays }))
  return { first, last, span: { from: japanDayRange(first).from, to: japanDayRange(last).to } }
}

const companyNameOf = async (db: Context['db'], companyId: number): Promise<string> => {
  const { rows } = await sql<{ name: string }>`select c.name from company c where c.company_id = ${companyId}`.execute(db)
  return rows[0]?.name ?? ''
}

/** Who of the people there was not briefed of the version in force, then who was. */
const readRegister = async (context: Context, { actor }: Requester, { officeId }: OfficeKey, version: number): Promise<DutyBriefing[]> => {
  if (version === 0) return []
  const missing = await readBriefings(context, actor, officeId, { offset: 0, missing: true, version })
  const briefed = await readBriefings(context, actor, officeId, { offset: 0, version })
  return [...missing.data, ...briefed.data]
}

const drawInspection = async (context: Context, call: Call, site: OfficeKey, paper: DutyPaper, query: Query, leaving: AbortSignal) => {
  const { db, pool, clock } = context
  const { first, last, span } = spanOf(query, clock())
  const employers = await employersOf(db, call.actor, site, await findDutyInForce(db, site, clock()))
  const data: InspectionPaper = {
    ...paper,
    employers,
    briefings: await readRegister(context, call, site, paper.duty.version),
    days: await readMeasuredDays(pool, site, span),
    from: first,
    to: last,
  }
  return drawPdf({ module, name: 'inspectionPaper' }, data, leaving)
}

const drawPoster = ({ config }: Context, { request }: Call, paper: DutyPaper, leaving: AbortSignal) => {
  const data: PosterPaper = { ...paper, ownPage: `${originOf(config, request)}${screens.home.path}#procedure` }
  return drawPdf({ module, name: 'dutyPosterPaper' }, data, leaving)
}

/**
 * Answers with the paper for an inspection, or with the one to pin up.
 * @throws Refusal 404 where the site is not the actor's, 400 for days that cannot be
 */
export const sendDutyPaper = async (context: Context, call: Call, officeId: number, query: Query): Promise<void> => {
  const { actor, reply } = call
  const site = await findSite(context.db, actor, officeId)
  if (query.kind === 'inspection') spanOf(query, context.clock())
  const paper: DutyPaper = {
    duty: await readDuty(context, actor, officeId, undefined),
    companyName: await companyNameOf(context.db, site.companyId),
    printedBy: actor.fullName,
    printedAt: context.clock(),
  }
  const download = recordedDownload(context, call, { resource: 'duty', filter: { kind: query.kind }, officeId })
  const name = `${query.kind === 'poster' ? '熱中症の手順_掲示用' : '熱中症対策の体制と周知'}_${site.officeName}.pdf`
  await whileWaitedFor(reply, async (leaving) => {
    const bytes =
      query.kind === 'poster' ? drawPoster(context, call, paper, leaving) : drawInspection(context, call, site, paper, query, leaving)
    await sendPdf(download, name, await bytes)
  })
}
