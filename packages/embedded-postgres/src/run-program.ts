import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { errorCode } from './error-code.ts'

const execute = promisify(execFile)

/** Whom a program runs as, and to whom files belong. */
export interface ServerUser {
  uid: number
  gid: number
}

export interface ProgramResult {
  /** Exit code; null when it could not be run at all or died of a signal. */
  code: number | null
  stdout: string
  stderr: string
}

/**
 * Variables such as PGDATA or PGOPTIONS in the operator's shell must not steer our server.
 */
export function environmentWithoutPostgres(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PG')))
}

// What it wrote is on the error of a program that failed.
function outputOf(cause: unknown, name: 'stdout' | 'stderr'): string {
  if (!(cause instanceof Error)) return ''
  const failure: Error & { stdout?: unknown; stderr?: unknown } = cause
  const output = failure[name]
  return typeof output === 'string' ? output : ''
}

/** Runs a program to its end, as `user` where given. Never throws: a failure is an exit code. */
export async function runProgram(
  file: string,
  args: readonly string[],
  options: { user?: ServerUser | undefined; cwd?: string } = {},
): Promise<ProgramResult> {
  try {
    const { stdout, stderr } = await execute(file, args, {
      // Our own working folder may be one that the other user cannot enter.
      cwd: options.cwd ?? '/',
      env: environmentWithoutPostgres(),
      windowsHide: true,
      ...options.user,
    })
    return { code: 0, stdout, stderr }
  } catch (cause) {
    const code = errorCode(cause)
    return {
      code: typeof code === 'number' ? code : null,
      stdout: outputOf(cause, 'stdout'),
      stderr: outputOf(cause, 'stderr') || (cause instanceof Error ? cause.message : String(cause)),
    }
  }
}
