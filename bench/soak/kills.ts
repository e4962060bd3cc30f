import { pino } from 'pino'
import { killRound, type Victim } from '../../apps/server/test/durability/kill-round.ts'
import { eventually, freePort, Product } from '../../apps/server/test/durability/product.ts'
import { connectDatabase } from '../../apps/server/src/platform/database/database.ts'
import { runningDatabaseUrl } from '@mimamori/embedded-postgres'
import { percentile, report } from '../figure.ts'

const victims: readonly Victim[] = ['server', 'database', 'both']

/** Kill after kill of the server, the embedded database, and both, at random moments under load. */
export const soakKills = async (dataDir: string, seed: number): Promise<boolean> => {
  const rounds = Number(process.env['SOAK_KILLS'] ?? 20)
  const product = new Product({ dataDir, port: await freePort() })
  try {
    await product.ready()
    const url = await eventually(() => runningDatabaseUrl(dataDir), 'the database runs')
    const database = connectDatabase({ url, log: pino({ level: 'silent' }) })
    const silences: number[] = []
    let [readings, differences] = [0, 0]
    for (let number = 0; number < rounds; number++) {
      const victim = victims[number % victims.length] ?? 'both'
      const round = await killRound({ product, dataDir, database, victim, seed: seed + number, hands: 40, pulses: 80, gateways: 8 })
      readings += round.readings
      differences += round.findings.length
      silences.push(round.silentMs / 1_000)
      console.error(
        `round ${number + 1}, kill -9 of the ${victim}: ${Math.round(round.silentMs)} ms, answers ${JSON.stringify(Object.fromEntries(round.answers))}`,
      )
      for (const finding of round.findings)
        console.error(`round ${number + 1}, kill -9 of the ${victim}, SEED=${seed + number}: ${finding}`)
    }
    await database.close()
    report('soak kills', rounds, 'kills')
    report('soak kills, readings acknowledged', readings, 'readings')
    report('soak kills, differences from an undisturbed run', differences, 'differences')
    report('soak kills, nobody acknowledged for, median', percentile(silences, 0.5), 's', 5)
    report('soak kills, nobody acknowledged for, longest', Math.max(...silences), 's', 30)
    return differences === 0
  } finally {
    await product.stop()
  }
}
