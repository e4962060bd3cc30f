import type { DatabaseConnection } from '../../src/platform/database/database.ts'
import { makeCrew } from './crew.ts'
import { findings } from './findings.ts'
import { type Answers, sendDay } from './http-senders.ts'
import { eventually, postmasterOf, type Product } from './product.ts'
import { randomFrom } from './random.ts'

export type Victim = 'server' | 'database' | 'both'

export type Round = {
  readonly product: Product
  readonly dataDir: string
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
 * A crew's day over HTTP with a kill -9 at a random moment of it. Answers what the database says otherwise than after
 * an undisturbed run, how often the server had to be started again, and the longest time in which nobody was acknowledged.
 */
export const killRound = async (round: Round) => {
  const { product, database, seed, hands, pulses, gateways } = round
  const crew = await makeCrew(database.db, { hands, pulses, seed })
  const random = randomFrom(seed)
  const killAfter = Math.floor(pulses * gateways * (0.2 + 0.5 * random()))
  const answers: Answers = new Map()
  const startsBefore = product.starts
  let acknowledged = 0
  let lastAt = performance.now()
  let silentMs = 0
  await sendDay(crew, gateways, {
    url: product.url,
    answers,
    onAcknowledged: () => {
      acknowledged += 1
      const now = performance.now()
      silentMs = Math.max(silentMs, now - lastAt)
      lastAt = now
      // Somewhere within the messages under way, not just after an answer.
      if (acknowledged === killAfter) setTimeout(() => strike(round), random() * 10)
    },
  })
  await product.ready()
  await eventually(() => database.pool.query('select 1'), 'the database answers')
  return {
    findings: await findings(database.pool, crew),
    startsAgain: product.starts - startsBefore,
    readings: hands * pulses,
    silentMs,
    answers,
  }
}
