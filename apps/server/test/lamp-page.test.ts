import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { createContext, runInContext } from 'node:vm'
import { LampSignal, signalEverySeconds, signalStaleSeconds } from '@mimamori/contract'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { serverTopic, signalTopic } from '../src/shared/lamp-signal/topics.ts'
import { startTestApp } from '../src/test-app.ts'
import { makeIngestKey, makeOffice } from '../src/shared/organisation/test-factories.ts'
import { startLampDouble } from './lamp-double.ts'
import { blocksOf, commandsNamed, pageFor } from './send-readings-page.ts'

const { app, context } = await startTestApp()
const office = await makeOffice(context.db)
const key = await makeIngestKey(context.db, office.office_id)
let lamp: Awaited<ReturnType<typeof startLampDouble>>
let page: string
beforeAll(async () => {
  page = await pageFor({ origin: await app.listen({ port: 0, host: '127.0.0.1' }), ...key }, 'lamp.md')
  lamp = await startLampDouble()
})
afterAll(() => lamp.stop())

const calm = { level: 0, emergency: false, call: false, unhooked: false, heat: false, unacknowledged: 0, at: '2026-07-20T13:05:00+09:00' }
const now = Date.parse(calm.at)

type FlowNode = { id: string; type: string; func?: string; topic?: string; broker?: string; wires?: string[][] }
const flowOf = () => JSON.parse(blocksOf(page, 'json').find((block) => block.startsWith('[')) ?? '[]') as FlowNode[]

/** The flow's function, with what it remembers between messages. */
const startFunction = (url: string) => {
  const kept = new Map<string, unknown>()
  const globals = {
    flow: { get: (name: string) => kept.get(name), set: (name: string, value: unknown) => void kept.set(name, value) },
    env: { get: (name: string) => (name === 'LAMP_URL' ? url : undefined) },
    node: { status: () => undefined },
    clock: { now },
  }
  const made = flowOf().find(({ type }) => type === 'function')?.func ?? ''
  const run = runInContext(
    `Date = class extends Date { static now() { return clock.now } }; (function (msg) {${made}})`,
    createContext(globals),
  ) as (msg: object) => [{ url: string }, { payload: { alert: string } }]
  return { clock: globals.clock, run }
}

/** What the lamp shows of a signal. */
const shownOf = async (signal: object, { clock, run } = startFunction(lamp.url), secondsLater = 0) => {
  clock.now = now + secondsLater * 1_000
  const [http, mqtt] = run({ payload: signal })
  const answer = await (await fetch(http.url)).text()
  expect([answer, http.url.slice(-6)]).toEqual(['Success.', mqtt.payload.alert])
  return lamp.shown()
}

test.each([
  [{}, '001000'],
  [{ level: 1, unacknowledged: 1 }, '011000'],
  [{ heat: true }, '011000'],
  [{ level: 2, unacknowledged: 1 }, '021000'],
  [{ unhooked: true }, '021000'],
  [{ unhooked: true, unacknowledged: 1 }, '021001'],
  [{ level: 3, unacknowledged: 1 }, '101001'],
  [{ level: 3 }, '101000'],
  [{ level: 3, emergency: true, unacknowledged: 2 }, '201001'],
  [{ level: 3, emergency: true, call: true }, '201000'],
])('the flow shows %o as %s', async (signal, digits) => {
  const whole = { ...calm, ...signal }
  expect(LampSignal.safeParse(whole).success).toBe(true)
  expect(await shownOf(whole)).toBe(digits)
})

test('what is stale or old puts out the green light and leaves the others', async () => {
  const flow = startFunction(lamp.url)
  const grave = { ...calm, level: 3, emergency: true, unacknowledged: 1 }
  expect(await shownOf(grave, flow)).toBe('201001')
  expect(await shownOf({ ...grave, stale: true }, flow)).toBe('200001')
  expect(await shownOf(grave, flow, signalStaleSeconds - 1)).toBe('201001')
  expect(await shownOf({}, flow, signalStaleSeconds)).toBe('200001')
  await fetch(`${lamp.url}/api/control?alert=000000`)
  // Nothing was heard yet.
  expect(await shownOf({})).toBe('000000')
})

test('the commands for the lamp are those that it takes', async () => {
  const [set] = commandsNamed(page, 'curl').flatMap(({ rest }) => rest.filter((url) => url.includes('alert=')))
  expect(await (await fetch(set?.replace('http://192.168.10.1', lamp.url) ?? '')).text()).toBe('Success.')
  expect(lamp.shown()).toBe('201001')
  await fetch(`${lamp.url}/api/control?alert=000000`)
  const [, octal = ''] = /printf '([\\\d]+)'/.exec(page) ?? []
  const socket = connect(lamp.pnsPort, '127.0.0.1')
  socket.write(Buffer.from([...octal.matchAll(/\\(\d{3})/g)].map(([, digits = '']) => Number.parseInt(digits, 8))))
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect([...answer]).toEqual([0x06])
  expect(lamp.shown()).toBe('201001')
  expect(lamp.refused).toEqual([])
})

test('the call answers a signal, and topics and times are those of the product', async () => {
  const ask = commandsNamed(page, 'curl').find(({ rest }) => rest[0]?.endsWith('/api/ingest/signal'))
  const [name = '', value = ''] = (ask?.options.get('-H')?.[0] ?? '').split(': ')
  expect(LampSignal.parse(await (await fetch(ask?.rest[0] ?? '', { headers: { [name]: value } })).json())).toMatchObject({ level: 0 })
  const topics = [...page.matchAll(/mimamori\/v1\/[^\s`"']+/g)].map(([topic]) => topic)
  expect(new Set(topics)).toEqual(new Set([signalTopic(key.keyId), serverTopic]))
  expect(page).toContain(`older than ${signalStaleSeconds} seconds`)
  expect(page).toContain(`every ${signalEverySeconds} seconds`)
  const example = blocksOf(page, 'json').find((block) => block.startsWith('{')) ?? ''
  expect(LampSignal.parse(JSON.parse(example))).toEqual(JSON.parse(example))
})

test('the flow is whole, and the configurations of ESPHome name the topic and the call', () => {
  const flow = flowOf()
  const ids = new Set(flow.map(({ id }) => id))
  for (const { wires = [], broker } of flow)
    for (const id of wires.flat()) expect([broker ?? id, ids.has(id)]).toEqual([broker ?? id, true])
  for (const configuration of blocksOf(page, 'yaml'))
    expect(configuration).toMatch(new RegExp(`${signalTopic(key.keyId)}|/api/ingest/signal`))
})

test('the script in Python keeps asking when an answer is none of ours, and shows what comes after it', async () => {
  const strange = [JSON.stringify(calm), '<html>Wi-Fi</html>', '{}']
  let requests = 0
  const served = createServer((_, response) => {
    response.end(strange[requests++] ?? JSON.stringify({ ...calm, level: 3, unacknowledged: 1 }))
  }).listen(0, '127.0.0.1')
  await once(served, 'listening')
  const { port } = served.address() as AddressInfo
  const [script = ''] = blocksOf(page, 'python')
  const child = spawn('python3', [
    '-c',
    script
      .replace(/https?:\/\/[^"]+\/api\/ingest\/signal/, `http://127.0.0.1:${port}/`)
      .replace('http://192.168.10.1', lamp.url)
      .replace('time.sleep(2)', 'time.sleep(0.05)'),
  ])
  onTestFinished(() => {
    child.kill()
    served.closeAllConnections()
    served.close()
  })
  await fetch(`${lamp.url}/api/control?alert=000000`)
  await vi.waitFor(() => expect(lamp.shown()).toBe('101001'), { timeout: 60_000, interval: 50 })
  expect([requests > strange.length, child.exitCode]).toEqual([true, null])
})
