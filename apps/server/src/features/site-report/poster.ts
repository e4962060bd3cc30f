import { type Language, linkHeaders, message, posterCode } from '@mimamori/contract'
import { textsIn } from '@mimamori/texts'
import { sql } from 'kysely'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findOfficeLink } from '../../shared/access-keys/office-link.ts'
import { type DutyRow, findDutyInForce } from '../../shared/duty/versions.ts'
import { recordedDownload } from '../../shared/audit/recorded-download.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { lockOfficeShared } from '../../shared/organisation/office-lock.ts'
import type { Requester } from '../../platform/audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import type { TableRow } from '../../platform/database/table-row.ts'
import { badRequest } from '../../platform/errors.ts'
import { drawPdf } from '../../platform/pdf/draw-pdf.ts'
import { sendPdf } from '../../platform/pdf/send-pdf.ts'
import { whileWaitedFor } from '../../platform/traffic/while-waited-for.ts'
import { addressOfPoster } from './links.ts'
import type { PosterPaper, PosterTexts } from './poster-paper.ts'

const paper = { module: new URL('./poster-paper.ts', import.meta.url).href, name: 'posterPaper' }

type Site = TableRow<'office', 'name' | 'emergency_phone' | 'hospital_name' | 'hospital_phone' | 'address'> & {
  readonly company_name: string
  readonly place: string
}

const readSite = async (db: Db, { companyId, officeId }: OfficeKey, linkId: string): Promise<Site> => {
  const { rows } = await sql<Site>`
    select o.name, o.emergency_phone, o.hospital_name, o.hospital_phone, o.address, c.name as company_name, l.name as place
      from office_link l
      join office o on o.company_id = ${companyId} and o.office_id = l.office_id
      join company c on c.company_id = ${companyId}
     where l.company_id = ${companyId} and l.office_id = ${officeId} and l.link_id = ${linkId}`.execute(db)
  const [site] = rows
  if (site === undefined) throw badRequest(message('linkUnknown'))
  return site
}

/** The texts of a poster in a language. */
const textsOf = (language: Language, code: string, duty: DutyRow | undefined): PosterTexts => {
  const t = textsIn(language)
  return {
    language,
    title: t('poster.title'),
    scan: t('poster.scan'),
    scanNote: t('poster.scanNote'),
    place: t('poster.place'),
    number: t('poster.number', { code }),
    first119: t('poster.first119'),
    steps: [t('poster.cool'), t('poster.loosen'), t('poster.water'), t('poster.salt')],
    sitePhone: t('poster.sitePhone'),
    hospital: t('poster.hospital'),
    tell119: t('poster.tell119'),
    more: t('poster.more'),
    procedure: duty === undefined ? null : t('poster.procedure', { version: duty.version, date: duty.validFrom }),
  }
}

type Call = Requester & { readonly reply: FastifyReply; readonly request: FastifyRequest }

/**
 * Answers with a poster as PDF. Its QR code holds the link's secret, of which the product stores a hash alone: so the link comes with the
 * call, in a header.
 * @throws Refusal 404 out of scope, 400 without a link of the site that is good
 */
export const sendPoster = async (context: Context, call: Call, officeId: number, languages: readonly Language[]): Promise<void> => {
  const { db, pool, clock } = context
  const office = await lockOfficeShared(db, call.actor, officeId)
  const given = String(call.request.headers[linkHeaders.poster] ?? '')
  const [linkId = '', secret = ''] = given.split('.')
  const link = await findOfficeLink(pool, 'poster', linkId, secret, clock())
  if (link === undefined || link.companyId !== office.companyId || link.officeId !== officeId) throw badRequest(message('linkUnknown'))
  const site = await readSite(db, office, linkId)
  const duty = await findDutyInForce(db, office, clock())
  const data: PosterPaper = {
    url: addressOfPoster(context, call, { secret: given }),
    officeName: site.name,
    companyName: site.company_name,
    place: site.place,
    emergencyPhone: site.emergency_phone,
    hospitalName: site.hospital_name,
    hospitalPhone: site.hospital_phone,
    address: site.address,
    texts: languages.map((language) => textsOf(language, posterCode(linkId), duty)),
    printedAt: clock(),
  }
  const download = recordedDownload(context, call, { resource: 'posterLink', filter: { name: site.place, languages }, officeId })
  await whileWaitedFor(call.reply, async (leaving) => sendPdf(download, `掲示_${site.place}.pdf`, await drawPdf(paper, data, leaving)))
}
