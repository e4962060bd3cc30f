import { spawnSync } from 'node:child_process'
import { amtool, chromium, findTool, headlessShell, mosquitto, prometheus, promtool, type Tool } from './find-tool.ts'

const tools: readonly Tool[] = [chromium, mosquitto, prometheus, promtool, amtool]

const missing = (among: readonly Tool[]) => among.filter((tool) => findTool(tool) === undefined)

const run = (command: string, ...values: string[]) =>
  spawnSync(command, values, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
    .status === 0

const mayInstall = process.getuid?.() === 0 && run('apt-get', '--version')

const install = (...packages: readonly string[]) => {
  console.log(`installing ${packages.join(' and ')} by apt-get`)
  run('apt-get', 'update')
  run('apt-get', 'install', '-y', '--no-install-recommends', ...packages)
}

// Tests take longer without these, and all pass. Not every system that has apt-get has them.
const helpful: readonly Tool[] = [headlessShell]
const isOffered = ({ debianPackage }: Tool) => spawnSync('apt-cache', ['show', debianPackage], { stdio: 'ignore' }).status === 0

/**
 * Brings in the programs the tests need and npm does not have: as root on Debian by its packages.
 * @throws an error whose message is one line saying what to install
 */
export const ensureTools = (): void => {
  const wanted = missing(tools)
  if (mayInstall && wanted.length > 0) install(...new Set(wanted.map((tool) => tool.debianPackage)))
  for (const tool of missing(helpful)) if (mayInstall && isOffered(tool)) install(tool.debianPackage)
  const absent = missing(tools)
  if (absent.length === 0) return
  const list = absent.map((tool) => `${tool.name} (Debian: ${tool.debianPackage}, or ${tool.variable}=/path)`).join(' and ')
  throw new Error(`The tests need ${list}. Please install and run npm test again.`)
}

if (import.meta.main) {
  try {
    ensureTools()
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
