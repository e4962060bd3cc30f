import { join } from 'node:path'
import { pino } from 'pino'
import { findBinaries } from '@mimamori/embedded-postgres/binaries'
import type { ServerUser } from '@mimamori/embedded-postgres/run-program'
import { runningAsRoot, systemUser } from '@mimamori/embedded-postgres/server-user'
import { DatabaseServer, type Programs } from './database-server.ts'
import { eventually } from './product.ts'

const log = pino({ level: 'silent' })

/** Whom PostgreSQL runs as: it refuses to run as root. */
export const serverUser = async (): Promise<ServerUser | undefined> => (runningAsRoot() ? systemUser(log) : undefined)

/** Those that npm brings. */
export const embeddedPrograms = async (): Promise<Programs> => {
  const user = await serverUser()
  const { initdb, postgres } = await findBinaries({ user, log })
  return { initdb, postgres, user }
}

/** A database that waits for its standby before it says that anything is committed. */
export type StandbyPair = {
  readonly primary: DatabaseServer
  readonly standby: DatabaseServer
  /** The product's address of both. */
  readonly url: string
  readonly stop: () => Promise<void>
}

/** The product's address of a database on either of two servers. */
const urlOf = (one: DatabaseServer, other: DatabaseServer): string =>
  one.url('mimamori').replace(`:${one.port}/`, `:${one.port},127.0.0.1:${other.port}/`) + '?target_session_attrs=read-write'

/** Waits until a server's commits wait for a standby that streams. */
export const untilSynchronous = (primary: DatabaseServer): Promise<unknown> =>
  eventually(
    async () => (await primary.ask("select from pg_stat_replication where sync_state = 'sync' and state = 'streaming'")).length > 0,
    'the standby follows',
  )

/** Makes both in a folder that the programs' user can enter. @param settings of both servers */
export const startPair = async (
  folder: string,
  programs: Programs,
  settings: Readonly<Record<string, string>> = {},
): Promise<StandbyPair> => {
  const primary = await DatabaseServer.at(join(folder, 'one'), programs)
  const standby = await DatabaseServer.at(join(folder, 'two'), programs)
  const stop = async () => {
    await primary.stop()
    await standby.stop()
  }
  try {
    await primary.initialise()
    await primary.configure(settings)
    await primary.start()
    await primary.ask(`create role mimamori login password '${new URL(primary.url()).password}'`)
    await primary.ask('create database mimamori owner mimamori')
    await primary.stop()
    await primary.copyTo(standby)
    await primary.configure({ ...settings, synchronous_standby_names: 'standby' })
    await primary.start()
    await standby.follow(primary, settings)
    await standby.start()
    await untilSynchronous(primary)
  } catch (error) {
    await stop()
    throw error
  }
  return { primary, standby, url: urlOf(primary, standby), stop }
}
