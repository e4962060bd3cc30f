import { setTimeout as after } from 'node:timers/promises'
import { openStream } from '../../src/platform/http/test-stream.ts'
import type { DatabaseConnection } from '../../src/platform/database/database.ts'
import { makeCrew } from './crew.ts'
import { findings } from './findings.ts'
import { type Answers, sendDay, sendUntilAcknowledged } from './http-senders.ts'
import { publishDay } from './mqtt-senders.ts'
import { eventually, type Product } from './product.ts'

/** A way for the database to be away. */
export type Outage = { readonly begin: () => Promise<void>; readonly end: () => Promise<void> }

export type AwayRound = {
  readonly product: Product
  readonly mqttUrl: string
  readonly database: DatabaseConnection
  readonly outage: Outage
  readonly awayMs: number
  readonly seed: number
  /** Called with the sites before anything is sent. */
  readonly onCrews?: (officeIds: readonly number[]) => Promise<unknown>
}

type Answer = { readonly status: number; readonly retryAfter: string | null; readonly text: string }

const ask = async (url: string, init: RequestInit): Promise<Answer> => {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(20_000) })
  return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() }
}

const signIn = async (url: string): Promise<string> => {
  const { text } = await ask(`${url}/api/Authenticate/Login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'Admin-1234' }),
  })
  return `Bearer ${(JSON.parse(text) as { token: string }).token}`
}

const put503 = (answer: Answer): Answer | undefined => (answer.status === 503 ? answer : undefined)

/**
 * Two crews' day, one over HTTP and one over MQTT, in the middle of which the database is away. Answers what senders
 * and people received meanwhile, how many messages were acknowledged over MQTT while it was known to be away, and
 * what the database says otherwise than after an undisturbed run.
 */
export const awayRound = async ({ product, mqttUrl, database, outage, awayMs, seed, onCrews }: AwayRound) => {
  const [gateways, pulses] = [3, 50]
  const byHttp = await makeCrew(database.db, { hands: 9, pulses, seed })
  const byMqtt = await makeCrew(database.db, { hands: 9, pulses, seed: seed + 1 })
  await onCrews?.([byHttp.officeId, byMqtt.officeId])
  const authorization = await signIn(product.url)
  const open = await openStream(`${product.url}/api/live`, { authorization })
  const answers: Answers = new Map()
  let [http, mqtt] = [0, 0]
  await sendUntilAcknowledged(byMqtt.key.bearer, byMqtt.heat, { url: product.url })
  const days = Promise.all([
    sendDay(byHttp, gateways, { url: product.url, answers, patienceMs: awayMs + 120_000, onAcknowledged: () => (http += 1) }),
    publishDay(byMqtt, gateways, { url: mqttUrl, onAcknowledged: () => (mqtt += 1) }),
  ])
  await eventually(async () => http > pulses && mqtt > pulses, 'a third of the day has gone by')
  const began = performance.now()
  await outage.begin()
  const reading = JSON.stringify({ readings: byHttp.heat })
  const [sender, person, stream] = await Promise.all([
    eventually(
      async () =>
        put503(
          await ask(`${product.url}/api/ingest`, {
            method: 'POST',
            headers: { authorization: byHttp.key.bearer, 'content-type': 'application/json' },
            body: reading,
          }),
        ),
      'senders hear of it',
    ),
    eventually(async () => put503(await ask(`${product.url}/api/UserInfo`, { headers: { authorization } })), 'people hear of it'),
    eventually(async () => put503(await ask(`${product.url}/api/live`, { headers: { authorization } })), 'streams hear of it'),
  ])
  const answeredMs = performance.now() - began
  const readiness = await ask(`${product.url}/readyz`, {})
  const health = await ask(`${product.url}/healthz`, {})
  const before = { http, mqtt }
  await after(Math.max(500, awayMs - answeredMs))
  const meanwhile = { http: http - before.http, mqtt: mqtt - before.mqtt }
  // Nothing can be sent before the end, and afterwards all of it may come while a slow restart is waited for.
  const sentBefore = open.events.length
  await outage.end()
  const ended = performance.now()
  const since = async (what: string, holds: () => Promise<boolean>): Promise<number> => {
    await eventually(holds, what)
    return performance.now() - ended
  }
  const [httpMs, mqttMs, liveMs, pageMs] = await Promise.all([
    since('readings are taken over HTTP', async () => http > before.http),
    since('readings are taken over MQTT', async () => mqtt > before.mqtt),
    since('the open stream continues', async () => open.events.slice(sentBefore).some(({ event }) => event === 'condition')),
    since(
      'people are answered',
      async () => (await ask(`${product.url}/api/HealthCondition`, { headers: { authorization } })).status === 200,
    ),
  ])
  await days
  const isStreamEnded = open.isEnded
  open.close()
  await product.ready()
  return {
    outageAnswers: { sender, person, stream, readiness, health },
    answeredMs,
    recoveredMs: Math.max(httpMs, mqttMs),
    httpMs,
    mqttMs,
    liveMs,
    pageMs,
    isStreamEnded,
    meanwhile,
    answers,
    findings: [...(await findings(database.pool, byHttp)), ...(await findings(database.pool, byMqtt))],
  }
}
