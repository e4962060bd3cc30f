import { hostname } from 'node:os'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Context, Db } from '../../platform/context.ts'
import type { FreeSpaceOf } from '../../platform/files/free-space.ts'
import { version } from '../../platform/version.ts'
import { missedMs, silentProcessMs } from './thresholds.ts'

/** What the way in over MQTT is just now. */
export type BrokerFacts = {
  readonly isEmbedded: boolean
  readonly isConnected: boolean
  /** Connections at the embedded broker; null at one outside. */
  readonly sessions: number | null
  /** It refused or closed connections for want of room within a minute. */
  readonly isFull: boolean
}

/** A certificate that the process shows or meets. */
export type CertificateFacts = {
  /** What it is for, as the operator knows it. */
  readonly name: string
  readonly endsAt: string
  /** The file has changed since the process read it. */
  readonly isNotLoaded: boolean
}

/** What only the process itself sees. */
export type ProcessFacts = {
  readonly broker: BrokerFacts | null
  readonly disks: readonly FreeSpaceOf[]
  readonly floorMegabytes: number
  readonly certificates: readonly CertificateFacts[]
  /** Whether the machine keeps its clock right (systemd-timesyncd); null where that is not known. */
  readonly isClockSynchronised: boolean | null
  /** How often in a row the mail server did not answer; null where the process sends no mail. */
  readonly unansweredMailTries: number | null
}

/** A process as it reported itself last. */
export type ReportedProcess = {
  readonly processId: string
  readonly host: string
  readonly pid: number
  readonly version: string
  readonly roles: readonly string[]
  readonly startedAt: Date
  /** By its own clock. */
  readonly heardAt: Date
  readonly clockAheadMs: number
  /** When it stopped in order, by its own clock; null while it runs, and where it ended without a word. */
  readonly stoppedAt: Date | null
  readonly facts: ProcessFacts
}

/** How a process is called for people: the machine and the number of the process. */
export const processName = ({ host, pid }: Pick<ReportedProcess, 'host' | 'pid'>): string => `${host}（${pid}）`

/** How long ago a process reported itself, whichever of the two clocks is wrong. @param aheadMs by how much the asking clock is ahead */
export const silenceOf = (
  { heardAt, clockAheadMs }: Pick<ReportedProcess, 'heardAt' | 'clockAheadMs'>,
  now: Date,
  aheadMs: number,
): number => now.getTime() - aheadMs - (heardAt.getTime() - clockAheadMs)

/** Who a process is, from its start to its end. */
export type OwnProcess = Pick<ReportedProcess, 'processId' | 'startedAt'>

export const ownProcess = ({ clock }: Pick<Context, 'clock'>): OwnProcess => ({ processId: randomUUID(), startedAt: clock() })

const rolesOfDoing = (since: Date) => sql`array(select r.role from doing o cross join unnest(o.roles) as r (role) where o.at >= ${since})`

/** Writes that the process runs, and what it sees; forgets those that nobody asks after any more. */
export const reportProcess = async (
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  { processId, startedAt }: OwnProcess,
  aheadMs: number,
  facts: ProcessFacts,
): Promise<void> => {
  const now = clock()
  await sql`
    insert into server_process as p (process_id, host, pid, version, roles, started_at, heard_at, clock_ahead_ms, facts)
    values (${processId}, ${hostname()}, ${process.pid}, ${version}, ${config.roles}::text[], ${startedAt}, ${now}, ${aheadMs},
            ${JSON.stringify(facts)}::jsonb)
    on conflict (process_id) do update
       set heard_at = excluded.heard_at, clock_ahead_ms = excluded.clock_ahead_ms, facts = excluded.facts`.execute(db)
  // One whose role nobody has taken over is missed until somebody does; one that stopped in order for a day. By the clock that all share:
  // a wrong one must not forget everybody.
  const sharedNow = now.getTime() - aheadMs
  await sql`
    with heard as (
      select p.process_id, p.roles, p.stopped_at, p.heard_at - make_interval(secs => p.clock_ahead_ms / 1000.0) as at from server_process p),
    doing as (select h.roles, h.at from heard h where h.stopped_at is null)
    delete from server_process p using heard h
     where p.process_id = h.process_id
       and (h.stopped_at is not null and h.at < ${new Date(sharedNow - missedMs)}
            or h.stopped_at is not null and p.roles <@ ${rolesOfDoing(new Date(sharedNow - silentProcessMs))}
            or h.at < ${new Date(sharedNow - missedMs)} and p.roles <@ ${rolesOfDoing(new Date(sharedNow - missedMs))})`.execute(db)
}

/** A process that stops in order is missed where nobody starts one with its roles again. */
export const noteStopped = async (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { processId }: Pick<OwnProcess, 'processId'>,
): Promise<void> => {
  const now = clock()
  await sql`update server_process p set stopped_at = ${now}, heard_at = ${now} where p.process_id = ${processId}`.execute(db)
}

/** The processes that run, and those that ended within a day, or without a word and with a role that nobody does; by machine and start. */
export const readProcesses = async (db: Db): Promise<ReportedProcess[]> => {
  const { rows } = await sql<ReportedProcess>`
    select p.process_id as "processId", p.host, p.pid, p.version, p.roles, p.started_at as "startedAt", p.heard_at as "heardAt",
           p.clock_ahead_ms as "clockAheadMs", p.stopped_at as "stoppedAt", p.facts
      from server_process p order by p.host, p.started_at, p.process_id`.execute(db)
  return rows
}

/** Those that have been replaced: another one with at least their roles was started on their machine after them. */
const isReplaced = (ended: ReportedProcess, running: readonly ReportedProcess[]): boolean =>
  running.some(
    ({ host, roles, startedAt }) => host === ended.host && startedAt > ended.heardAt && ended.roles.every((role) => roles.includes(role)),
  )

/** The processes that run, those that ended without a word and are missed, and those that stopped in order and have a role that nobody does. */
export const divideProcesses = (
  processes: readonly ReportedProcess[],
  now: Date,
  aheadMs: number,
  silentMs: number,
): { readonly running: ReportedProcess[]; readonly ended: ReportedProcess[]; readonly stopped: ReportedProcess[] } => {
  const running = processes.filter((one) => one.stoppedAt === null && silenceOf(one, now, aheadMs) <= silentMs)
  const done = new Set(running.flatMap(({ roles }) => roles))
  return {
    running,
    ended: processes.filter((one) => one.stoppedAt === null && !running.includes(one) && !isReplaced(one, running)),
    stopped: processes.filter(({ stoppedAt, roles }) => stoppedAt !== null && roles.some((role) => !done.has(role))),
  }
}

/** Whether MQTT is a way in and no process takes anything by it: its broker is away from all of them, or those that did so are gone. */
export const isWayInShut = ({ running, ended }: ReturnType<typeof divideProcesses>): boolean => {
  const brokers = running.flatMap(({ facts: { broker } }) => (broker === null ? [] : [broker]))
  return brokers.length === 0 ? ended.some(({ facts }) => facts.broker !== null) : brokers.every(({ isConnected }) => !isConnected)
}
