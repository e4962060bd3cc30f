import { join } from 'node:path'
import type { Home } from './home-folder.ts'
import { runProgram } from './run-program.ts'

/** The exit code by which flock says that another process holds the lock. */
const lockHeldCode = 93

const tie = ['setpriv', '--pdeathsig', 'INT']

/**
 * Programs that start the server and do for it what Node cannot, where the machine has them. `setpriv` ends the server
 * with the thread that spawns it: the main thread, which lives as long as the process. `flock` makes the server and its
 * children hold a kernel lock on the home, which also holds between containers that share the folder but do not see
 * each other's processes.
 */
export async function serverWrapper(home: Home, options: { tied: boolean; lockName?: string | undefined }): Promise<string[]> {
  if (process.platform !== 'linux') return []
  const [canTie, locked] = await Promise.all([exitCode(tie, home), exitCode(lock(home, options.lockName), home)])
  return [...(options.tied && canTie === 0 ? tie : []), ...(locked === 0 || locked === lockHeldCode ? lock(home, options.lockName) : [])]
}

/** Whether a server process uses the home, even one in another container. */
export async function isLocked(home: Home, lockName?: string): Promise<boolean> {
  return process.platform === 'linux' && (await exitCode(lock(home, lockName), home)) === lockHeldCode
}

function lock(home: Home, name = 'server.lock'): string[] {
  const file = join(home.path, name)
  return ['flock', '--exclusive', '--nonblock', '--no-fork', '--conflict-exit-code', String(lockHeldCode), file]
}

async function exitCode([program, ...args]: readonly string[], home: Home): Promise<number | null> {
  const { code } = await runProgram(program ?? '', [...args, 'true'], { user: home.user })
  return code
}
