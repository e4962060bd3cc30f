import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Binaries } from './binaries.ts'
import { isLocked } from './helper-programs.ts'
import type { Home } from './home-folder.ts'
import { isServerProcess, serverProcesses } from './process-identity.ts'
import { signalServer, type ServerSignal } from './server-process.ts'
import { DatabaseStartError } from './start-error.ts'

interface Remains {
  home: Home
  clusterFolder: string
  binaries: Binaries
  log: Logger
  /** The lock that the server holds, where it is not the usual one. */
  lockName?: string | undefined
}

/**
 * Clears away what a former server left: a server whose owner was killed, processes whose server
 * was killed, and files naming a pid that is gone or means another process by now.
 * Only for the owner of the home.
 * @throws DatabaseStartError when a server that this process cannot see uses the home
 */
export async function clearRemains(remains: Remains): Promise<void> {
  await endOrphan(remains)
  await endLeftovers(remains)
  // A process that has just ended releases its lock a moment later.
  const free = await within(2_000, async () => !(await isLocked(remains.home, remains.lockName)))
  if (!free) {
    throw new DatabaseStartError(
      `データベースのフォルダー ${remains.home.path} は、ここから見えない別のサーバー (別のコンテナーなど) が使用しています。`,
      `The database folder ${remains.home.path} is in use by a server that cannot be seen from here, such as one in another container.`,
    )
  }
  await rm(join(remains.clusterFolder, 'postmaster.pid'), { force: true })
}

async function endOrphan({ clusterFolder, binaries, log }: Remains): Promise<void> {
  const text = await readFile(join(clusterFolder, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  if (!(pid > 0) || !isServerProcess(pid, clusterFolder)) return
  log.info({ pid }, 'ending the PostgreSQL whose owner is gone')
  const gone = (): Promise<boolean> => Promise.resolve(!isServerProcess(pid, clusterFolder))
  await endBySteps([pid], gone, binaries, [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 10_000],
  ])
}

/** Backends end by themselves when their server is gone, unless they are in the middle of a long query. */
async function endLeftovers({ clusterFolder, binaries, log }: Remains): Promise<void> {
  const gone = (): Promise<boolean> => Promise.resolve(serverProcesses(clusterFolder).length === 0)
  if (await within(1_000, gone)) return
  const pids = serverProcesses(clusterFolder)
  log.warn({ pids }, 'ending processes of a PostgreSQL that is gone')
  await endBySteps(pids, gone, binaries, [
    ['SIGQUIT', 3_000],
    ['SIGKILL', 10_000],
  ])
}

async function endBySteps(
  pids: readonly number[],
  gone: () => Promise<boolean>,
  binaries: Binaries,
  steps: readonly [ServerSignal, number][],
): Promise<void> {
  for (const [signal, patience] of steps) {
    for (const pid of pids) await signalServer(binaries, pid, signal)
    if (await within(patience, gone)) return
  }
}

async function within(milliseconds: number, condition: () => Promise<boolean>): Promise<boolean> {
  const end = Date.now() + milliseconds
  while (!(await condition())) {
    if (Date.now() > end) return false
    await sleep(25)
  }
  return true
}
