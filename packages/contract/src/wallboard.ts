import { z } from 'zod'
import { deviceAlarmKinds, handlings } from './alert.ts'
import { RotaToday } from './duty-rota.ts'
import { endpoint } from './endpoint.ts'
import { MadeOfficeLink, OfficeLinkDraft, OfficeLinkPath, OfficeLinkRow } from './office-link.ts'
import { OfficeNow } from './office-now.ts'
import { admins } from './role.ts'
import { Instant, listOf, Nothing, wireInteger } from './wire.ts'

const count = z.number().int().min(0)

/**
 * Somebody who needs help: by surname and place, without age or vital signs, and without a word of what they reported, since
 * everybody who passes reads it.
 */
export const WallboardPerson = z.object({
  /** One of the board: `person 12`, or `alert 7` where nobody is known. */
  id: z.string(),
  /**
   * The surname; where somebody else at the site has the same one, with the first character of the given name. Null where a report
   * at a poster is about nobody who is known: its place is all there is.
   */
  name: z.string().nullable(),
  group: z.string().nullable(),
  place: z.string().nullable(),
  level: z.number().int().min(0).max(3).nullable(),
  emergency: z.enum(['0', '1']),
  /** What the device judged itself, where that is the emergency. */
  alarm: z.enum(deviceAlarmKinds).nullable(),
  /** Somebody reported (申告) that they need help, and nobody has closed it. It gives no level. */
  reported: z.boolean(),
  /** Since when the emergency, the report or the level lasts. */
  since: Instant,
  /** Since when nothing came of them, where their data is lost. */
  lostSince: Instant.nullable(),
  handling: z.enum(handlings).nullable(),
  /** The surname of who answered. */
  handledBy: z.string().nullable(),
})
export type WallboardPerson = z.infer<typeof WallboardPerson>

/** What the screen of the site's office shows, and nothing beyond it. */
export const Wallboard = OfficeNow.pick({
  officeId: true,
  officeName: true,
  referenceWbgt: true,
  workingHours: true,
  lastReceivedAt: true,
  heatToday: true,
  heatForecast: true,
  watchers: true,
  publicAlerts: true,
  publicWbgt: true,
})
  .extend({
    /** When this was so, by the server's clock. */
    at: Instant,
    /** The build of the console that the server hands out; a page of another one reloads. */
    build: z.string().nullable(),
    /** Everybody watched and everybody reported, each counted once: open emergencies first, then open reports, then by level. */
    counts: z.object({ emergency: count, reported: count, level3: count, level2: count, level1: count, level0: count, none: count }),
    /** Open emergencies, those nobody answered first; the first hundred. */
    emergencies: z.array(WallboardPerson),
    /** A drill that runs: for a group, or for everybody. It is not counted. */
    drill: z
      .object({ group: z.string().nullable(), since: Instant, handling: z.enum(handlings), handledBy: z.string().nullable() })
      .nullable(),
    /** Reported, or at 警戒 or 危険, without an emergency: open reports first, then the gravest; the first hundred. */
    people: z.array(WallboardPerson),
    /** Open belt alerts, by their wearers' surnames; the first hundred names. */
    belts: z.object({ count, names: z.array(z.string()) }),
    /** Who is on duty, by surname and place, and null of an empty place; null where the rota is no step of the escalation or not planned. */
    onDuty: RotaToday.shape.onDuty,
    /** Devices that are not heard: their place, or their wearer's surname; the first hundred names. */
    silent: z.object({ count, names: z.array(z.string()) }),
  })
  .meta({ description: '現場ボードの全体' })
export type Wallboard = z.infer<typeof Wallboard>

/** What `GET /api/Wallboard/:officeId/Live` says, by event name. */
export const wallboardEvents = {
  board: Wallboard,
  revoked: z.object({}).meta({ description: 'リンクが止められたか、期限が切れた。ここで終わり、つなぎ直しても断られる。' }),
}

const ofOffice = z.object({ officeId: wireInteger(1) })

export const wallboard = {
  read: endpoint({
    method: 'GET',
    path: '/api/Wallboard/:officeId',
    permission: 'wallboard',
    summary: '現場ボード。暑さ、段階ごとの人数、助けが要る人の姓と場所、受信のない機器。年齢と測定値は含まない。',
    params: ofOffice,
    answer: Wallboard,
  }),
  live: endpoint({
    method: 'GET',
    path: '/api/Wallboard/:officeId/Live',
    permission: 'wallboard',
    summary: '現場ボードをサーバー送信イベントで流す。変わるたびに、また10秒ごとに、全体を送る。',
    params: ofOffice,
    answer: z.string(),
    raw: true,
    events: wallboardEvents,
  }),
}

const path = '/api/Office/:id/WallboardLink'
const ofSite = z.object({ id: wireInteger(1) })

/** The links by which screens show the board of one site. */
export const wallboardLink = {
  list: endpoint({
    method: 'GET',
    path,
    permission: admins,
    summary: '拠点の現場ボードのリンク。使えるものが先、秘密は含まない。',
    params: ofSite,
    answer: listOf(OfficeLinkRow),
  }),
  create: endpoint({
    method: 'POST',
    path,
    permission: admins,
    summary: '現場ボードのリンクを作る。秘密はこの答えにだけある。endsOn は使える最後の日、なければ期限なし。',
    params: ofSite,
    body: OfficeLinkDraft,
    answer: MadeOfficeLink,
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: `${path}/:linkId`,
    permission: admins,
    summary: '現場ボードのリンクを止める。開いている画面もすぐに止まる。',
    params: OfficeLinkPath,
    answer: Nothing,
  }),
}
