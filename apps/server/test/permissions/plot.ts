import { queueMails } from '../../src/platform/outside/outgoing-mail.ts'
import { randomUUID } from 'node:crypto'
import { type LinkKind, roles, type Role } from '@mimamori/contract'
import { sql } from 'kysely'
import { makeHour } from '../../src/shared/monitoring/summaries/test-hours.ts'
import { setState } from '../../src/shared/monitoring/workers/test-workers.ts'
import { endDrills } from '../../src/features/alerts/episodes/drills.ts'
import type { Context, Db } from '../../src/platform/context.ts'
import {
  makeAlert,
  makeCompany,
  makeDevice,
  makeDownlink,
  makeDuty,
  makeGroup,
  makeIngestKey,
  makeOffice,
  makeUser,
  makeOfficeLink,
  makeWear,
  signInAs,
} from '../../src/shared/organisation/test-factories.ts'
import { readKeyRows } from './read-key-rows.ts'
import { makeRefusal, makeUnreadField } from './ingest-status-rows.ts'
import { workingDayRows } from './working-day-rows.ts'
import { rotaRows } from './rota-rows.ts'
import { makeConnection } from '../../src/shared/uplinks/test-connection.ts'
import { makeChannel } from '../../src/shared/channels/test-channel-row.ts'
import { makeFileJob, makeJob } from './jobs.ts'

export const plotPassword = 'Plot-1234'

let codes = 0
export const nextCode = () => `new-${(codes += 1)}`
export const nextSismilId = () => String((codes += 1)).padStart(6, '0')

type Place = { readonly company_id: number; readonly office_id: number }

type DeviceKind = Parameters<typeof makeDevice>[1]

/** A barometer with a terminal, both heard a minute ago, ready to be zeroed. */
const makeZeroable = async ({ db, clock }: Pick<Context, 'db' | 'clock'>, { company_id, office_id }: Place) => {
  const barometer = await makeDevice(db, 'barometer', office_id)
  const belt = await makeDevice(db, 'belt', office_id, { linked_device_id: barometer.device_id })
  const at = new Date(clock().getTime() - 60_000)
  await sql`select ensure_reading_partition(${at}::timestamptz)`.execute(db)
  const readings = [barometer, belt].map(({ device_id }) => ({ company_id, office_id, device_id, at, received_at: at, pressure: 100_500 }))
  await db.insertInto('reading').values(readings).execute()
  return { barometer, belt }
}

/** What a watcher said a minute ago. */
const makeHeat = async (db: Db, { company_id, office_id }: Place, { device_id }: { readonly device_id: number }) => {
  const at = new Date('2026-07-20T12:59:00+09:00')
  await sql`select ensure_reading_partition(${at}::timestamptz)`.execute(db)
  await db
    .insertInto('reading')
    .values({ company_id, office_id, device_id, at, received_at: at, wbgt: 27 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A report of the office that is announced by mail, within its administrator's rights. */
const makeSchedule = async (db: Db, { company_id, office_id }: Place, { user_id: sender_id }: { readonly user_id: number }) => {
  // A site has only so many of them.
  await db.deleteFrom('report_schedule').where('report_schedule.office_id', '=', office_id).execute()
  const { schedule_id } = await db
    .insertInto('report_schedule')
    .values({
      company_id,
      office_id,
      kind: 'daily',
      sends_at: '07:00',
      addresses: ['a@example.com'],
      sender_company_id: company_id,
      sender_id,
    })
    .returning('report_schedule.schedule_id')
    .executeTakeFirstOrThrow()
  return schedule_id
}

type SiteFixture = {
  readonly worker: { readonly user_id: number }
  readonly gateway: { readonly device_id: number }
  readonly mark: string
}

/** A map with a worker at a gateway, at level 1. */
const makeMap = async (db: Db, { company_id, office_id }: Place, { worker, gateway, mark }: SiteFixture) => {
  const { map_id } = await db
    .insertInto('site_map')
    .values({ company_id, office_id, position: 0, location_name: `building of ${mark}` })
    .returning('site_map.map_id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('device')
    .set({ map_id, position_x: 50, position_y: 50, on_map: true })
    .where('device.device_id', '=', gateway.device_id)
    .execute()
  await setState(db, worker.user_id, new Date('2026-07-20T12:59:00+09:00'), { gateway_id: gateway.device_id, total_level: 1 })
  return map_id
}

/** The picture of a map with a worker on it. */
const makePicture = async ({ db, files }: Pick<Context, 'db' | 'files'>, office: Place, fixture: SiteFixture) => {
  const key = `${randomUUID()}.png`
  // Some file: the server does not look inside.
  await files.put(key, import.meta.filename, 'image/png')
  await db
    .insertInto('stored_file')
    .values({ company_id: office.company_id, file_key: key, content_type: 'image/png', size: 1, created_at: new Date() })
    .execute()
  const mapId = await makeMap(db, office, fixture)
  await db.updateTable('site_map').set({ image_key: key }).where('site_map.map_id', '=', mapId).execute()
  return key
}

type Beside = { readonly company_id?: number; readonly office?: Awaited<ReturnType<typeof makeOffice>> }

/**
 * One of everything at one site: somebody of each role, a worker with a device, an alert. The names of its group and
 * people begin with `mark` and that of its site ends with it, so that what must stay hidden can be searched for.
 */
export const makePlot = async (context: Context, mark: string, beside: Beside = {}) => {
  const { db, files } = context
  const companyOf = async () => beside.company_id ?? (await makeCompany(db, { code: `firm-${mark.toLowerCase()}` })).company_id
  const office = beside.office ?? (await makeOffice(db, { name: `site of ${mark}`, company_id: await companyOf() }))
  const group = await makeGroup(db, { office_id: office.office_id, name: mark, code: mark })
  const place = { company_id: office.company_id, office_id: office.office_id, group_id: group.group_id }
  const person = (role: Role) => makeUser(db, role, place, { full_name: `${mark} ${role}`, password: plotPassword })
  const people = Object.fromEntries(await Promise.all(roles.map(async (role) => [role, await person(role)] as const))) as Record<
    Role,
    Awaited<ReturnType<typeof makeUser>>
  >
  const device = await makeDevice(db, 'vital', office.office_id)
  const belt = await makeDevice(db, 'belt', office.office_id, { serial: `${mark}-belt` })
  const barometer = await makeDevice(db, 'barometer', office.office_id, { serial: `${mark}-barometer` })
  const watcher = await makeDevice(db, 'heat', office.office_id, { serial: nextSismilId() })
  const meter = await makeDevice(db, 'heat', office.office_id, { serial: nextSismilId() })
  const gateway = await makeDevice(db, 'gateway', office.office_id, { serial: `${mark}-gateway` })
  const { downlink_id } = await makeDownlink(db, belt)
  await makeWear(db, people.User.user_id, device.device_id)
  await makeWear(db, people.User.user_id, belt.device_id, { slot: 'belt' })
  const newAlert = () =>
    makeAlert(db, people.User, { kind: 'condition', base_name: office.name, ended_at: new Date('2026-07-20T12:55:00+09:00') })
  await newAlert()
  await makeHour(db, people.User, '2026-07-20', 9)
  const { company_id, office_id } = office
  const change = { user_name: 'somebody', company_id, office_id, action: 'create', resource: 'group', resource_id: String(group.group_id) }
  await db
    .insertInto('audit_log')
    .values({ ...change, after: JSON.stringify({ groupName: mark }) })
    .execute()
  return {
    mark,
    office,
    group,
    people,
    device,
    belt,
    barometer,
    watcher,
    gateway,
    downlink: downlink_id,
    key: await makeIngestKey(db, office.office_id),
    connections: {
      chirpstack: await makeConnection(db, office, { type: 'chirpstack', serial: watcher.serial }),
      tts: await makeConnection(db, office, { type: 'tts', serial: meter.serial }),
    },
    link: await makeOfficeLink(db, office.office_id),
    poster: await makeOfficeLink(db, office.office_id, { kind: 'poster' }),
    check: await makeOfficeLink(db, office.office_id, { kind: 'morningCheck' }),
    newAlert,
    newMail: async () => {
      const [mailId] = await queueMails(db, [
        {
          at: new Date(),
          companyId: company_id,
          officeId: office_id,
          recipients: { to: [`${mark}@example.jp`] },
          subject: mark,
          body: mark,
        },
      ])
      return mailId ?? 0
    },
    /** Ends the drills that run, as an hour does. */
    endDrills: () => endDrills(db, company_id, new Date('2027-01-01T00:00:00+09:00')),
    newChannel: () => makeChannel(db, office),
    newWebhook: () => makeChannel(db, office, { type: 'webhook' }),
    newMap: () => makeMap(db, office, { worker: people.User, gateway, mark }),
    newPicture: () => makePicture({ db, files }, office, { worker: people.User, gateway, mark }),
    newCompany: () => makeCompany(db),
    newDevice: (kind: DeviceKind) => makeDevice(db, kind, office_id, kind === 'heat' ? { serial: nextSismilId() } : {}),
    newSchedule: () => makeSchedule(db, office, people.HeadquartersAdmin),
    newHeat: () => makeHeat(db, office, watcher),
    newZeroable: () => makeZeroable(context, office),
    newOffice: () => makeOffice(db, { company_id }),
    newGroup: () => makeGroup(db, { office_id }),
    newRefusal: () => makeRefusal(db, office, context.clock()),
    newUnreadField: () => makeUnreadField(db, office, context.clock()),
    newReferenceChange: () =>
      db
        .insertInto('reference_change')
        .values({ company_id, office_id, people: 1 })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    newDuty: () => makeDuty(db, office),
    /** Somebody of the group was briefed just now. */
    newBriefing: async () => {
      await makeDuty(db, office)
      const at = context.clock()
      const { briefing_id } = await db
        .insertInto('duty_briefing')
        .values({
          company_id,
          office_id,
          version: 1,
          user_id: people.User.user_id,
          // The same briefing is stored once.
          briefed_at: new Date(at.getTime() - (codes += 1)),
          means: 'meeting',
          language: 'ja',
          speaker: '職長',
          recorded_at: at,
          recorded_by: 1,
        })
        .returning('duty_briefing.briefing_id')
        .executeTakeFirstOrThrow()
      return briefing_id
    },
    ...workingDayRows(context, office, people.User),
    ...rotaRows(db, office, people.GroupLeader),
    newLink: (kind: LinkKind = 'wallboard') => makeOfficeLink(db, office_id, { kind }),
    newKey: () => makeIngestKey(db, office_id),
    readKeys: readKeyRows(db, office, mark),
    newConnection: () => makeConnection(db, office, { serial: nextSismilId() }),
    /** The receipt of a report that was sent by a poster just now. */
    newReceipt: async () => {
      const { alert_id } = await newAlert()
      const receipt = nextCode()
      const at = context.clock()
      await db
        .insertInto('condition_report')
        .values({ company_id, office_id, alert_id, source: 'poster', done_at: at, received_at: at, receipt })
        .execute()
      return receipt
    },
    newSession: async (role: Role) => (await signInAs(context, people[role].user_id)).sessionId,
    newWorker: () => makeUser(db, 'User', { company_id, office_id }),
    /** A tag that was handed to somebody of the group a minute ago. */
    newWear: async () => {
      const [tag, worker] = [await makeDevice(db, 'vital', office_id), await makeUser(db, 'User', place)]
      const { wear_id } = await makeWear(db, worker.user_id, tag.device_id, { worn_from: new Date(context.clock().getTime() - 60_000) })
      return { wearId: wear_id, serial: tag.serial }
    },
    newJob: (role: Role) => makeJob({ db }, { ...office, user_id: people[role].user_id }),
    newFileJob: (role: Role) => makeFileJob({ db, files }, { ...office, user_id: people[role].user_id }),
  }
}
export type Plot = Awaited<ReturnType<typeof makePlot>>

/** A request: its address, body and headers of its own. */
export type CallInput = { readonly url: string; readonly payload?: object; readonly headers?: Record<string, string> }

export type Case = {
  /** A good request about the plot; `role` is who of the plot it is about, where it is about the caller. */
  readonly ask: (plot: Plot, role: Role) => CallInput | Promise<CallInput>
  /**
   * What somebody elsewhere gets for it: 404; the answer with nothing of the plot in it; or, where a request is about
   * nothing but the caller, their own.
   */
  readonly elsewhere: 404 | 'nothing' | 'own'
  /** What callers with the right to call are answered all the same: a good request takes what only one of their devices knows. */
  readonly letIn?: 400 | 403
  /** What in an answer gives the plot away, where it is not its mark. */
  readonly betrayal?: RegExp
  /** True if the request is for the whole site, whatever the group. */
  readonly ofSite?: true
  /** True where it is the whole company's, whatever the site. */
  readonly ofCompany?: true
}
