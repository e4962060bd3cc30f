import { type Outage, awayRound } from '../../apps/server/test/durability/away-round.ts'
import type { OwnDatabase } from '../../apps/server/test/durability/own-database.ts'
import { freePort, Product } from '../../apps/server/test/durability/product.ts'
import { report } from '../figure.ts'
import { onOwnDatabase } from './on-own-database.ts'

const outagesOf = (own: OwnDatabase): [string, Outage][] => [
  ['stopped', { begin: () => own.stop(), end: () => own.start() }],
  ['halted', { begin: async () => own.freeze(), end: async () => own.thaw() }],
]

/** The database away for a minute, once stopped and once with all its processes halted. */
export const soakDatabaseAway = (folder: string, seed: number): Promise<boolean> =>
  onOwnDatabase(folder, async (own, connect) => {
    const awayMs = Number(process.env['SOAK_AWAY_SECONDS'] ?? 60) * 1_000
    const mqttPort = await freePort()
    const product = new Product({ dataDir: folder, port: await freePort(), env: { DATABASE_URL: own.url, MQTT_PORT: String(mqttPort) } })
    let isWell = true
    try {
      await product.ready()
      for (const [index, [name, outage]] of outagesOf(own).entries()) {
        const round = await awayRound({
          product,
          mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
          database: connect(),
          outage,
          awayMs,
          seed: seed + 2 * index,
        })
        for (const finding of round.findings) console.error(`database ${name}, SEED=${seed}: ${finding}`)
        const acknowledged = round.meanwhile.http + round.meanwhile.mqtt
        report(`soak database ${name}, away`, awayMs / 1_000, 's')
        report(`soak database ${name}, until senders and people hear of it`, round.answeredMs / 1_000, 's', 15)
        report(`soak database ${name}, acknowledged meanwhile`, acknowledged, 'messages')
        report(`soak database ${name}, until acknowledged again`, round.recoveredMs / 1_000, 's', 15)
        report(`soak database ${name}, differences from an undisturbed run`, round.findings.length, 'differences')
        isWell &&= round.findings.length === 0 && acknowledged === 0 && product.starts === 1
      }
    } finally {
      await product.stop()
    }
    return isWell
  })
