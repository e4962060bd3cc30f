import { pino } from 'pino'
import { killRound, type Victim } from '../../apps/server/test/durability/kill-round.ts'
import { eventually, freePort, Product } from '../../apps/server/test/durability/product.ts'
import { connectDatabase, type DatabaseConnection } from '../../apps/server/src/platform/database/database.ts'
import { runningDatabaseUrl } from '@mimamori/embedded-postgres'
import { percentile, report } from '../figure.ts'
import type { SoakOptions } from './soak-options.ts'

const victims: readonly Victim[] = ['server', 'database', 'both']

const [hands, pulses, gateways] = [12, 40, 4]

/** How many of the vital readings that were acknowledged in any round are in the database now: what one kill left must outlive the next ones. */
const countStored = async ({ pool }: DatabaseConnection): Promise<number> =>
  (await pool.query<{ count: number }>('select count(*)::int as count from reading r where r.user_id is not null')).rows[0]?.count ?? 0

/**
 * Kill after kill of the server, the embedded database, and both, at random moments while readings come over HTTP and MQTT.
 * `npm run soak -- kills 500` makes 500 of them in one run.
 */
export const soakKills = async (dataDir: string, seed: number, { count }: SoakOptions): Promise<boolean> => {
  const rounds = count ?? Number(process.env['SOAK_KILLS'] ?? 20)
  const mqttPort = await freePort()
  const mqttUrl = `mqtt://127.0.0.1:${mqttPort}`
  const product = new Product({ dataDir, port: await freePort(), env: { MQTT_PORT: String(mqttPort) } })
  try {
    await product.ready()
    const url = await eventually(() => runningDatabaseUrl(dataDir), 'the database runs')
    const database = connectDatabase({ url, log: pino({ level: 'silent' }) })
    const silences: number[] = []
    let [readings, differences, starts] = [0, 0, 0]
    for (let number = 0; number < rounds; number++) {
      const victim = victims[number % victims.length] ?? 'both'
      const began = performance.now()
      const round = await killRound({ product, dataDir, mqttUrl, database, victim, seed: seed + number, hands, pulses, gateways })
      readings += round.readings
      differences += round.findings.length
      starts += victim === 'database' ? 0 : 1
      silences.push(round.silentMs / 1_000)
      console.error(
        `round ${number + 1}, kill -9 of the ${victim}: ${Math.round(performance.now() - began)} ms, nobody acknowledged for ${Math.round(round.silentMs)} ms, answers ${JSON.stringify(Object.fromEntries(round.answers))}`,
      )
      for (const finding of round.findings)
        console.error(`round ${number + 1}, kill -9 of the ${victim}, SEED=${seed + number}: ${finding}`)
    }
    const stored = await countStored(database)
    await database.close()
    report('soak kills', rounds, 'kills')
    report('soak kills, readings acknowledged', readings, 'readings')
    report('soak kills, acknowledged readings lost', readings - stored, 'readings')
    report('soak kills, differences from an undisturbed run', differences, 'differences')
    report('soak kills, starts of the server that nobody asked for', product.starts - 1 - starts, 'starts')
    report('soak kills, nobody acknowledged for, median', percentile(silences, 0.5), 's', 5)
    report('soak kills, nobody acknowledged for, longest', Math.max(...silences), 's', 30)
    return differences === 0 && stored === readings
  } finally {
    await product.stop()
  }
}
