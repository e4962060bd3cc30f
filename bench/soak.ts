import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { soakAnotherMachine } from './soak/another-machine.ts'
import { soakBroker } from './soak/broker.ts'
import { soakBrokerShares } from './soak/broker-shares.ts'
import { soakCluster } from './soak/cluster.ts'
import { soakDatabaseAway } from './soak/database-away.ts'
import { soakFailover } from './soak/failover.ts'
import { soakFullDisk } from './soak/full-disk.ts'
import { soakFlood } from './soak/flood.ts'
import { soakFuzz } from './soak/fuzz.ts'
import { soakKills } from './soak/kills.ts'
import { soakMemory } from './soak/memory.ts'
import { soakPointInTime } from './soak/point-in-time.ts'
import { readSoakOptions, type SoakOptions } from './soak/soak-options.ts'
import { soakNeighbours } from './soak/neighbours.ts'
import { soakUpgrades } from './soak/upgrades.ts'
import { soakWallboard } from './soak/wallboard.ts'
import { soakWeek } from './soak/week/week.ts'

/**
 * The long tests: `npm run soak`, or some of them by name, `npm run soak -- kills 500 memory`. SOAK_KILLS, SOAK_AWAY_SECONDS,
 * SOAK_FAILOVERS, SOAK_FULL_DISKS, SOAK_MINUTES, SOAK_CALLS, SOAK_BOARDS, SOAK_HANDS and SOAK_STRANGERS shorten them, SOAK_BROKERS chooses among mosquitto and rabbitmq, SEED repeats one.
 */
const parts: Record<string, (folder: string, seed: number, options: SoakOptions) => Promise<boolean>> = {
  kills: soakKills,
  broker: soakBroker,
  'broker-shares': soakBrokerShares,
  'database-away': soakDatabaseAway,
  failover: soakFailover,
  memory: soakMemory,
  wallboard: soakWallboard,
  fuzz: soakFuzz,
  flood: soakFlood,
}

/** Those that need something that not every machine has, and run by name only. */
const partsByName: typeof parts = {
  'another-machine': soakAnotherMachine,
  cluster: soakCluster,
  'full-disk': soakFullDisk,
  neighbours: soakNeighbours,
  'point-in-time': soakPointInTime,
  upgrades: soakUpgrades,
  week: soakWeek,
}

// The product is started again and again: what is compiled once need not be each time.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../node_modules/.cache/compiled')

const named = readSoakOptions(process.argv.slice(2))
const chosen = named.length > 0 ? named : Object.keys(parts).map((name) => ({ name, count: undefined, hours: undefined }))
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
console.error(`SEED=${seed}`)

for (const { name, ...options } of chosen) {
  const part = parts[name] ?? partsByName[name]
  if (part === undefined) throw new Error(`no such part: ${name}; there are ${Object.keys({ ...parts, ...partsByName }).join(', ')}`)
  const folder = await mkdtemp(join(tmpdir(), `mimamori-soak-${name}-`))
  // As root, PostgreSQL runs as another user, who must be able to enter.
  await chmod(folder, 0o755)
  try {
    if (!(await part(folder, seed, options))) process.exitCode = 1
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
