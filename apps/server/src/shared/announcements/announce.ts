import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import type { OfficeKey } from '../organisation/keys.ts'
import { prepared } from '../../platform/database/prepared.ts'

/** What changed at an office of a company, by id. Listeners read the rows; ids alone keep a notification small. */
export type Change = OfficeKey & {
  readonly userIds?: readonly number[]
  readonly deviceIds?: readonly number[]
  readonly alertIds?: readonly number[]
  /** What its lists and its warning lamps show, by the master settings. */
  readonly display?: true
  /** Its maps, or the places of devices on them. */
  readonly maps?: true
}

/** The channel that every API process listens on. */
export const liveChannel = 'live'

// PostgreSQL refuses a payload of 8,000 bytes; the payload here is plain ASCII.
const longestPayload = 7_900

const lists = [
  ['u', 'userIds'],
  ['d', 'deviceIds'],
  ['a', 'alertIds'],
] as const

/** A change as notification payloads, `{"c":…,"o":…,"u":[…],"d":[…],"a":[…],"s":1}`, as many as their size makes necessary. */
export const announcementsOf = (change: Change): string[] => {
  const head = `{"c":${change.companyId},"o":${change.officeId}`
  const payloads: string[] = []
  let text = head
  for (const [key, field] of lists) {
    let isOpen = false
    for (const id of change[field] ?? []) {
      const piece = isOpen ? `,${id}` : `,"${key}":[${id}`
      if (text.length + piece.length + 2 <= longestPayload) {
        text += piece
      } else {
        payloads.push(`${text}${isOpen ? ']' : ''}}`)
        text = `${head},"${key}":[${id}`
      }
      isOpen = true
    }
    if (isOpen) text += ']'
  }
  if (text !== head) payloads.push(`${text}}`)
  if (change.display === true) payloads.push(`${head},"s":1}`)
  if (change.maps === true) payloads.push(`${head},"m":1}`)
  return payloads
}

/** Announces to every API process that an office itself has changed, not its people. Call it in the transaction. */
export const announceOffice = async (db: Db, { companyId, officeId }: OfficeKey): Promise<void> => {
  await sql`select pg_notify(${liveChannel}, ${`{"c":${companyId},"o":${officeId}}`})`.execute(db)
}

/** Whether an announcement names alerts. */
export const namesAlerts = (payload: string): boolean => payload.includes('"a":[')

/** Whether an announcement may change what a site's warning lamps show. */
export const concernsLamps = (payload: string): boolean => namesAlerts(payload) || payload.endsWith('"s":1}')

/** Announces to the processes that do jobs that one waits. No office has changed, so listeners for offices ignore it. */
export const announceJob = async (db: Db, companyId: number): Promise<void> => {
  await sql`select pg_notify(${liveChannel}, ${`{"c":${companyId},"j":1}`})`.execute(db)
}

/** What waits for the jobs that notify people: of what to notify them, and what is to be sent by mail, to browsers and to channels. */
export type WaitingWork = 'notices' | 'mails' | 'pushes' | 'deliveries'

/**
 * Announces to the processes that do jobs that work waits, `{"c":4,"w":["mails","pushes"]}`. Call it in the transaction that queues the
 * work. No office has changed, so listeners for offices ignore it.
 */
export const announceWork = async (db: Db, companyId: number, ...works: readonly WaitingWork[]): Promise<void> => {
  if (works.length === 0) return
  await sql`${prepared('announce-work')} select pg_notify(${liveChannel}, ${JSON.stringify({ c: companyId, w: works })})`.execute(db)
}

/** Whether an announcement is of such work; the payload holds no other words. */
export const namesWork =
  (work: WaitingWork) =>
  (payload: string): boolean =>
    payload.includes(`"${work}"`)

/** Whether an announcement is of a waiting job. */
export const namesJobs = (payload: string): boolean => payload.endsWith('"j":1}')

/**
 * Announces to every API process what changed. Call it in the transaction that changes the rows: PostgreSQL delivers with the
 * commit, and not at all on a rollback.
 */
export const announce = async (db: Db, ...changes: readonly Change[]): Promise<void> => {
  const payloads = changes.flatMap(announcementsOf)
  if (payloads.length === 0) return
  await sql`${prepared('announce')} select pg_notify(${liveChannel}, payload) from unnest(${payloads}::text[]) as sent (payload)`.execute(
    db,
  )
}

/**
 * Announces to every API process that a locked office's maps, or the places of devices on them, were changed. Call it in the
 * transaction.
 */
export const announceMaps = async (db: Db, office: OfficeKey): Promise<void> => {
  await sql`
    update office o set maps_changed_at = now() where o.company_id = ${office.companyId} and o.office_id = ${office.officeId}`.execute(db)
  await announce(db, { ...office, maps: true })
}
