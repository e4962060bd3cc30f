import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

export const root = join(import.meta.dirname, '..')

// Programs that npm brought say `#!/usr/bin/env node`: first on PATH they find the Node of this repository.
const binaries = join(root, 'node_modules/.bin')
export const toolEnvironment = (extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: `${binaries}${delimiter}${process.env['PATH'] ?? ''}`,
  ...extra,
})

export type Step = {
  readonly name: string
  readonly command: readonly [string, ...string[]]
  readonly env?: NodeJS.ProcessEnv
  /** True where its output is shown as it comes; else it is shown only when it fails. */
  readonly live?: true
}

/** Runs one step and says how long it took. Resolves to whether it succeeded. */
export const runStep = (step: Step): Promise<boolean> => {
  const began = performance.now()
  const [program, ...values] = step.command
  const child = spawn(program, values, {
    cwd: root,
    env: toolEnvironment(step.env),
    stdio: step.live === true ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  })
  const output: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk))
  return new Promise((resolve) => {
    const finish = (succeeded: boolean, trouble = '') => {
      const seconds = ((performance.now() - began) / 1_000).toFixed(1)
      if (!succeeded) process.stdout.write(`${Buffer.concat(output).toString()}${trouble}\n`)
      console.log(`${succeeded ? '✓' : '✗'} ${step.name} (${seconds} s)`)
      resolve(succeeded)
    }
    child.on('error', (error) => finish(false, error.message))
    child.on('close', (code) => finish(code === 0))
  })
}

/** Runs steps one after another until one fails. */
export const inTurn = async (steps: readonly Step[]): Promise<boolean> => {
  for (const step of steps) if (!(await runStep(step))) return false
  return true
}
