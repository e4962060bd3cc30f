import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { errorCode } from './error-code.ts'
import type { Binaries } from './binaries.ts'
import { environmentWithoutPostgres, runProgram, type ServerUser } from './run-program.ts'

export interface ServerPlan {
  binaries: Binaries
  /** Real path of the cluster folder. */
  clusterFolder: string
  settings: Readonly<Record<string, string>>
  user: ServerUser | undefined
  /** Programs that start the server in its place, such as setpriv. */
  wrapper: readonly string[]
  log: Logger
}

export interface ServerProcess {
  /** Settles when the process is gone, with how it ended. */
  ended: Promise<string>
  /** Asks it to end; does not wait. */
  signal(name: ServerSignal): Promise<void>
}

/** SIGINT: fast shutdown. SIGQUIT: at once, with recovery at the next start. SIGKILL: by force. */
export type ServerSignal = 'SIGINT' | 'SIGQUIT' | 'SIGKILL'

/** Starts one PostgreSQL. It accepts connections only once `untilReady` has settled. */
export function spawnServer(plan: ServerPlan): { server: ServerProcess; untilReady: Promise<void> } {
  const settings = Object.entries(plan.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [program, ...args] = [...plan.wrapper, plan.binaries.postgres, '-D', plan.clusterFolder, ...settings]
  const child = spawn(program ?? plan.binaries.postgres, args, {
    cwd: plan.clusterFolder,
    env: environmentWithoutPostgres(),
    // Ctrl-C goes to the whole process group, but the database must outlive our own shutdown.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
    ...plan.user,
  })

  let lastWords = ''
  child.stderr.setEncoding('utf8')
  child.stderr.on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-2000)
  })
  const ended = once(child, 'exit').then(
    ([code, signal]) => `${signal ?? `exit code ${code}`} ${lastWords.trim().replaceAll('\n', ' ')}`.trim(),
    (cause: unknown) => String(cause),
  )
  // Where setpriv is missing, process.exit() would otherwise leave the server running until the next start.
  const killWithUs = (): void => void child.kill('SIGINT')
  process.once('exit', killWithUs)
  void ended.then(() => process.off('exit', killWithUs))

  const server: ServerProcess = {
    ended,
    signal: async (name) => {
      // The pid of a process that is over may mean another one by now.
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
      await signalServer(plan.binaries, child.pid, name)
    },
  }
  return { server, untilReady: waitUntilReady(plan, child.pid, ended) }
}

/** Sends a signal to a server process, also on Windows, where only pg_ctl can. A dead process is fine. */
export async function signalServer(binaries: Binaries, pid: number, name: ServerSignal): Promise<void> {
  if (process.platform === 'win32') {
    await runProgram(binaries.pgCtl, ['kill', name.slice(3), String(pid)])
    return
  }
  try {
    process.kill(pid, name)
  } catch (cause) {
    if (errorCode(cause) !== 'ESRCH') throw cause
  }
}

async function waitUntilReady(plan: ServerPlan, pid: number | undefined, ended: Promise<string>): Promise<void> {
  let end: string | undefined
  void ended.then((how) => (end = how))
  const begun = Date.now()
  let nextNotice = 10_000
  // No limit: after a crash, recovery may take minutes, and killing it would only restart it.
  while (!(await isReady(plan.clusterFolder, pid))) {
    if (end !== undefined) throw new Error(`PostgreSQL did not start: ${end}`)
    if (Date.now() - begun > nextNotice) {
      plan.log.info({ seconds: Math.round(nextNotice / 1000) }, 'PostgreSQL is still recovering')
      nextNotice += 10_000
    }
    await sleep(15)
  }
}

/** postmaster.pid says in its eighth line what pg_ctl waits for as well. */
async function isReady(clusterFolder: string, pid: number | undefined): Promise<boolean> {
  const text = await readFile(join(clusterFolder, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}
