import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { toolEnvironment } from '../../scripts/steps.ts'

/** The test of upgrades with a kill in every migration of every release whose data is kept, and not only in some of the oldest and newest. */
export const soakUpgrades = async (): Promise<boolean> => {
  const env = toolEnvironment({ UPGRADE_KILLS: 'all' })
  const child = spawn('vitest', ['run', '--project', 'server', 'apps/server/test/upgrade'], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code === 0
}
