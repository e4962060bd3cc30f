import type { DatabaseConnection } from '../../src/platform/database/database.ts'
import { makeCrew } from './crew.ts'
import { findings } from './findings.ts'
import { type Answers, sendDay, sendUntilAcknowledged } from './http-senders.ts'
import { publishDay } from './mqtt-senders.ts'
import { eventually, postmasterOf, type Product } from './product.ts'
import { randomFrom } from './random.ts'

export type Victim = 'server' | 'database' | 'both'

export type Round = {
  readonly product: Product
  readonly dataDir: string
  /** The product's own broker, for a second crew like the first; where there is none, all is sent over HTTP. */
  readonly mqttUrl?: string
  readonly database: DatabaseConnection
  readonly victim: Victim
  readonly seed: number
  readonly hands: number
  readonly pulses: number
  readonly gateways: number
}

const strike = ({ product, dataDir, victim }: Round): void => {
  // The pid is read first: a server killed before it takes its database along where the two are tied.
  const postmaster = postmasterOf(dataDir)
  if (victim !== 'database') product.kill()
  if (victim !== 'server') process.kill(postmaster, 'SIGKILL')
}

/**
 * A crew's day over HTTP, and another crew's over MQTT, with a kill -9 at a random moment of it. Answers what the database says
 * otherwise than after an undisturbed run, how often the server had to be started again, and the longest time in which nobody
 * was acknowledged.
 */
export const killRound = async (round: Round) => {
  const { product, mqttUrl, database, seed, hands, pulses, gateways } = round
  const byHttp = await makeCrew(database.db, { hands, pulses, seed })
  const byMqtt = mqttUrl === undefined ? undefined : await makeCrew(database.db, { hands, pulses, seed: -seed })
  const crews = [byHttp, byMqtt].filter((crew) => crew !== undefined)
  const random = randomFrom(seed)
  const killAfter = Math.floor(crews.length * pulses * gateways * (0.2 + 0.5 * random()))
  const answers: Answers = new Map()
  const startsBefore = product.starts
  let acknowledged = 0
  let lastAt = performance.now()
  let silentMs = 0
  const onAcknowledged = () => {
    acknowledged += 1
    const now = performance.now()
    silentMs = Math.max(silentMs, now - lastAt)
    lastAt = now
    // Somewhere within the messages under way, not just after an answer.
    if (acknowledged === killAfter) setTimeout(() => strike(round), random() * 10)
  }
  const publish = async () => {
    if (mqttUrl === undefined || byMqtt === undefined) return
    await sendUntilAcknowledged(byMqtt.key.bearer, byMqtt.heat, { url: product.url })
    await publishDay(byMqtt, gateways, { url: mqttUrl, onAcknowledged })
  }
  await Promise.all([sendDay(byHttp, gateways, { url: product.url, answers, onAcknowledged }), publish()])
  await product.ready()
  await eventually(() => database.pool.query('select 1'), 'the database answers')
  const found: string[] = []
  for (const crew of crews) found.push(...(await findings(database.pool, crew)))
  return {
    findings: found,
    startsAgain: product.starts - startsBefore,
    readings: crews.length * hands * pulses,
    silentMs,
    answers,
  }
}
