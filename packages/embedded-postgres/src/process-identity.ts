import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { errorCode } from './error-code.ts'

/**
 * What distinguishes a living process from a later one with the same pid: on Linux the boot and the
 * start time in ticks since then, on macOS the start time. Undefined when no such process lives.
 */
export function processIdentity(pid: number): string | undefined {
  if (process.platform === 'linux') {
    const stat = statFields(pid)
    if (!stat || stat.state === 'Z') return undefined
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${stat.startTime}`
  }
  if (!isAlive(pid)) return undefined
  if (process.platform === 'win32') return 'alive'
  return firstLine('ps', ['-o', 'lstart=', '-p', String(pid)])
}

/** Whether this living process is a PostgreSQL process working on that cluster folder (a real path). */
export function isServerProcess(pid: number, clusterFolder: string): boolean {
  switch (process.platform) {
    case 'linux':
      return statFields(pid)?.state !== 'Z' && worksIn(pid, clusterFolder)
    case 'win32':
      return firstLine('tasklist', ['/FI', `PID eq ${pid}`, '/NH'])?.includes('postgres') ?? false
    default:
      return firstLine('ps', ['-o', 'command=', '-p', String(pid)])?.includes(clusterFolder) ?? false
  }
}

/**
 * All PostgreSQL processes working on that cluster folder, no matter which parent they have.
 * Only Linux knows; elsewhere always empty.
 */
export function serverProcesses(clusterFolder: string): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isServerProcess(pid, clusterFolder))
}

function worksIn(pid: number, clusterFolder: string): boolean {
  try {
    // A reinstalled node_modules leaves the running program as "… (deleted)".
    const program = readlinkSync(`/proc/${pid}/exe`)
    return /\/postgres( \(deleted\))?$/.test(program) && readlinkSync(`/proc/${pid}/cwd`) === clusterFolder
  } catch {
    return false
  }
}

function statFields(pid: number): { state: string; startTime: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program name is in parentheses and may itself hold spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', startTime: fields[19] ?? '' }
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return errorCode(cause) === 'EPERM'
  }
}

function firstLine(program: string, args: readonly string[]): string | undefined {
  try {
    const output = execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return output.trim().split('\n')[0]
  } catch {
    return undefined
  }
}
