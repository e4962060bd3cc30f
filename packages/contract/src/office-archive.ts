import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Office, officeWriters } from './office.ts'
import { wireInteger } from './wire.ts'

/** So many days after it was archived an office can be opened again. Project choice, decisions/0131. */
export const archiveReopenDays = 90

/** So many serials are named of the devices that another office has, too. Project choice: they fit on three lines of a phone. */
export const mostSerialsElsewhere = 10

/** What archiving an office does to what is there now. */
export const ArchivePreview = z.object({
  officeId: z.number().int(),
  officeName: z.string(),
  baseCode: z.string(),
  /** Since when it is archived; null while it is open. */
  archivedAt: z.string().nullable(),
  /** Until when it can be opened again; null while it is open, and once that time is over. */
  reopenUntil: z.string().nullable(),
  /** People whose accounts belong to the office. */
  people: z.number().int(),
  devices: z.number().int(),
  /** Devices that somebody of the office wears now. */
  worn: z.number().int(),
  /** People whose data is current. */
  heard: z.number().int(),
  keys: z.number().int(),
  wallboardLinks: z.number().int(),
  posterLinks: z.number().int(),
  morningCheckLinks: z.number().int(),
  /** Scheduled reports, and the weekly drill. */
  schedules: z.number().int(),
  /** Alerts that archiving closes. */
  alerts: z.number().int(),
  /** Emergencies that nobody has closed: as long as there is one, the office cannot be archived. */
  emergencies: z.number().int(),
  /** Tags and belts whose serial another office of the company, which is open, has registered, too. */
  devicesElsewhere: z.number().int(),
  /** The first of their serials, at most `mostSerialsElsewhere`. */
  serialsElsewhere: z.array(z.string()),
})
export type ArchivePreview = z.infer<typeof ArchivePreview>

/** The name of the office as it was typed, the second question. */
export const ArchiveRequest = z.object({
  officeName: z
    .string()
    .transform((text) => text.normalize('NFKC').trim())
    .pipe(z.string().min(1).max(100)),
})

const one = z.object({ id: wireInteger(1) })

export const officeArchive = {
  preview: endpoint({
    method: 'GET',
    path: '/api/Office/:id/Archive',
    permission: officeWriters,
    summary: '拠点を閉鎖すると何が起こるか。閉鎖済みなら、いつまで再開できるか。',
    params: one,
    answer: ArchivePreview,
  }),
  archive: endpoint({
    method: 'POST',
    path: '/api/Office/:id/Archive',
    permission: officeWriters,
    summary: '拠点を閉鎖する。officeName に拠点名を入れる。終わっていない緊急があれば409。閉鎖済みなら何も変わらない。',
    params: one,
    body: ArchiveRequest,
    answer: Office,
  }),
  reopen: endpoint({
    method: 'POST',
    path: '/api/Office/:id/Reopen',
    permission: officeWriters,
    summary: `閉鎖済みの拠点を再開する。閉鎖してから${archiveReopenDays}日まで。開いている拠点なら何も変わらない。`,
    params: one,
    answer: Office,
  }),
}
