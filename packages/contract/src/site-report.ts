import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { language } from './language.ts'
import { longestReportText, reportSigns } from './report-signs.ts'
import { Instant } from './wire.ts'

/**
 * A report is not refused for its texts: what is too long is cut, what no column can hold is left out. The page lets nobody write more.
 */
const shortText = z
  .string()
  .nullish()
  .catch(null)
  .transform(
    (text) =>
      Array.from((text ?? '').toWellFormed().replaceAll('\0', '').trim())
        .slice(0, longestReportText)
        .join('') || null,
  )

/** Signs that are not known here come from a newer page: the report is good without them. */
const signs = z
  .array(z.string().catch(''))
  .default([])
  .catch([])
  .transform((given) => reportSigns.filter((sign) => given.includes(sign)))

export const SiteReportDraft = z.object({
  who: shortText,
  where: shortText,
  signs,
  note: shortText,
  /** When it was written, by the phone's clock. */
  at: z.string().nullish().catch(null),
})

/** What the page behind a poster shows of the site: nothing of anybody. */
export const SiteOfPoster = z.object({
  officeName: z.string(),
  /** Where the poster is. */
  place: z.string(),
  emergencyPhone: z.string().nullable(),
  /** What to tell the ambulance. */
  address: z.string().nullable(),
  /** The languages that the page can be read in. */
  languages: z.array(language),
})
export type SiteOfPoster = z.infer<typeof SiteOfPoster>

export const ReceiptState = z.object({
  /** When it was written. */
  sentAt: Instant,
  /** When it came in, which may be later where there was no network. */
  receivedAt: Instant,
  /** Since when somebody has seen it; null before. */
  seenAt: Instant.nullable(),
  /** Since when somebody is on the way; null before. */
  respondingAt: Instant.nullable(),
})
export type ReceiptState = z.infer<typeof ReceiptState>

/** The calls of the page behind a poster, each by the poster's link in `X-Poster-Secret`. */
export const siteReport = {
  site: endpoint({
    method: 'GET',
    path: '/api/SiteReport',
    permission: 'poster',
    summary: '掲示のある拠点の名前、場所、電話番号、住所。人のことは何も含まない。',
    answer: SiteOfPoster,
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/SiteReport',
    permission: 'poster',
    summary:
      '具合の悪い人を知らせる。アラート「申告」になる。Idempotency-Key を付けて送り直しても、1件になる。答えが返ったときには、保存されている。',
    body: SiteReportDraft,
    answer: z.object({ receipt: z.string() }),
  }),
  receipt: endpoint({
    method: 'GET',
    path: '/api/SiteReport/:receipt',
    permission: 'poster',
    summary: '知らせがどうなったか。送ってから2時間まで。',
    params: z.object({ receipt: z.string().min(1).max(100) }),
    answer: ReceiptState,
  }),
}
