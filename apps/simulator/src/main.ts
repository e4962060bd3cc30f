import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { createClock } from './clock.ts'
import { pastReadings } from './history.ts'
import { createHttpSender } from './http-sender.ts'
import { createMqttSender } from './mqtt-sender.ts'
import { fork } from './random.ts'
import { runLive } from './run-live.ts'
import { readScenario } from './scenario.ts'
import { readKey } from './sender.ts'
import { dayMs } from './site-clock.ts'
import { createUplink } from './uplink.ts'
import { createWorld } from './world.ts'

const usage = `Plays a site full of devices against a Mimamori server.

  node apps/simulator/src/main.ts --url http://127.0.0.1:8080 --key ID.SECRET --scenario FILE.json
    --mqtt URL     send over this MQTT broker instead of HTTP
    --seed N       the same seed gives the same site (1)
    --days N       first fill in the past N days, as fast as the server takes them (0)
    --speed N      play the filled-in days N times as fast as they were, then go on in real time (0: at once)`

const options = {
  url: { type: 'string', default: 'http://127.0.0.1:8080' },
  key: { type: 'string' },
  scenario: { type: 'string' },
  mqtt: { type: 'string' },
  seed: { type: 'string', default: '1' },
  speed: { type: 'string', default: '0' },
  days: { type: 'string', default: '0' },
  help: { type: 'boolean', default: false },
} as const

const numberOf = (name: string, text: string): number => {
  const value = Number(text)
  if (!Number.isFinite(value) || value < 0) throw new Error(`--${name} must be a number from 0 on`)
  return value
}

const play = async (): Promise<void> => {
  const { values } = parseArgs({ options })
  if (values.help || values.key === undefined || values.scenario === undefined) {
    process.stderr.write(`${usage}\n`)
    process.exitCode = values.help ? 0 : 2
    return
  }
  const key = readKey(values.key)
  const seed = numberOf('seed', values.seed)
  const speed = numberOf('speed', values.speed)
  const scenario = readScenario(await readFile(values.scenario, 'utf8'))
  const now = Date.now()
  const fromMs = now - numberOf('days', values.days) * dayMs
  const say = (line: string): void => void process.stderr.write(`${scenario.site.name}: ${line}\n`)
  const sender =
    values.mqtt === undefined
      ? createHttpSender({ url: values.url, key })
      : createMqttSender({ url: values.mqtt, key, onRejected: (report) => say(`rejected ${report}`) })
  const uplink = createUplink({ sender, random: fork(seed, 'uplink'), onTrouble: say })
  const world = createWorld({ scenario, seed, anchorMs: now, fromMs })
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  stop.signal.addEventListener('abort', () => void uplink.close(), { once: true })

  if (speed === 0) {
    for (const { readings, untilMs } of pastReadings(world, fromMs, now, seed)) {
      if (stop.signal.aborted) return
      uplink.take(readings)
      await uplink.drained()
      say(`${new Date(untilMs).toISOString()} ${uplink.counts.accepted} readings accepted`)
    }
  }
  const clock = speed === 0 ? createClock(now, 1) : createClock(fromMs, speed)
  await runLive({ world, uplink, commands: sender, clock, seed, signal: stop.signal })
  const { accepted, duplicates, rejected, retries, dropped } = uplink.counts
  say(`accepted ${accepted}, duplicates ${duplicates}, rejected ${rejected}, retries ${retries}, dropped ${dropped}`)
}

try {
  await play()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
