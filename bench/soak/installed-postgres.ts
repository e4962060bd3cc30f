import { access, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseServer, Programs } from '../../apps/server/test/durability/database-server.ts'
import { serverUser } from '../../apps/server/test/durability/standby-pair.ts'
import { runProgram } from '@mimamori/embedded-postgres/run-program'

type Installed = {
  readonly programs: Programs
  /** Copies a running server's data into the folder of another, which is stopped. */
  readonly copyRunning: (from: DatabaseServer, to: DatabaseServer) => Promise<void>
}

const debian = '/usr/lib/postgresql'

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

const folderOfPrograms = async (): Promise<string | undefined> => {
  const named = process.env['PG_BIN']
  const versions = (await readdir(debian).catch(() => [])).toSorted((a, b) => Number(b) - Number(a))
  for (const folder of named === undefined ? versions.map((version) => join(debian, version, 'bin')) : [named])
    if ((await isThere(join(folder, 'postgres'))) && (await isThere(join(folder, 'pg_basebackup')))) return folder
  return undefined
}

/** PostgreSQL as the operator installed it: in PG_BIN, else where Debian puts it. Undefined where there is none. */
export const installedPrograms = async (): Promise<Installed | undefined> => {
  const folder = await folderOfPrograms()
  if (folder === undefined) return undefined
  const user = await serverUser()
  return {
    programs: { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres'), user },
    copyRunning: async (from, to) => {
      for (const name of await readdir(to.folder)) await rm(join(to.folder, name), { recursive: true, force: true })
      const args = ['--pgdata', to.folder, '--dbname', from.url(), '--checkpoint', 'fast', '--wal-method', 'stream', '--no-sync']
      const { code, stderr } = await runProgram(join(folder, 'pg_basebackup'), args, { user })
      if (code !== 0) throw new Error(stderr)
    },
  }
}
