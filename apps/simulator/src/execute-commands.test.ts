import type { DownlinkMessage, Reading } from '@mimamori/contract'
import { afterEach, expect, test } from 'vitest'
import { executeCommands } from './execute-commands.ts'
import type { Answer, CommandChannel } from './sender.ts'
import { minuteMs } from './site-clock.ts'
import { testAnchorMs, testScenario } from './test-scenario.ts'
import { createWorld } from './world.ts'

const stopping: AbortController[] = []
afterEach(() => {
  for (const stop of stopping.splice(0)) stop.abort()
})

/** A site whose devices obey at once, and a caller who gives them commands. */
const play = (seed = 1) => {
  const world = createWorld({ scenario: testScenario(), seed, anchorMs: testAnchorMs, fromMs: testAnchorMs })
  const stop = new AbortController()
  stopping.push(stop)
  const answers: Answer[] = []
  let say: (command: DownlinkMessage) => void = () => undefined
  const commands: CommandChannel = {
    subscribe: (onCommand) => {
      say = onCommand
    },
    answer: async (answer) => {
      answers.push(answer)
    },
  }
  const time = { nowMs: testAnchorMs }
  executeCommands({ world, commands, clock: { now: () => time.nowMs }, seed, signal: stop.signal, workMs: () => 0 })
  const command = (id: number, payload: DownlinkMessage['payload'], device = 'B-0', kind: DownlinkMessage['kind'] = 'belt') =>
    say({ id, device, kind, at: '2026-07-20T13:00:00+09:00', payload })
  const readings = (minutes: number, device: string): Reading[] => {
    time.nowMs += minutes * minuteMs
    return world
      .advance(time.nowMs)
      .map(({ reading }) => reading)
      .filter((reading) => reading.device === device)
  }
  return { command, answers, readings, answered: (count: number) => expect.poll(() => answers.length, { interval: 2 }).toBe(count) }
}

test('a belt that receives another interval keeps it from then on, and reports it', async () => {
  const { command, answered, readings } = play()
  expect(readings(20, 'B-0')).toHaveLength(10)
  command(1, { intervalTimeSetting: 5 })
  await answered(1)
  const after = readings(30, 'B-0')
  expect(after.length).toBeGreaterThanOrEqual(6)
  expect(after.length).toBeLessThanOrEqual(7)
  expect(after.every((reading) => reading.kind === 'belt' && reading.interval === 5)).toBe(true)
  expect(after.slice(1).map((reading, index) => Date.parse(reading.at) - Date.parse(after[index]?.at ?? ''))).toEqual(
    after.slice(1).map(() => 5 * minuteMs),
  )
})

test('a belt with the height check off measures no height; a barometer that receives an interval keeps it', async () => {
  const { command, answered, readings, answers } = play()
  command(1, { checkAltitude: '0' })
  command(2, { intervalTimeSetting: 10 }, 'RB-1', 'barometer')
  await answered(2)
  expect(answers.map(({ state }) => state)).toEqual(['acknowledged', 'acknowledged'])
  expect(readings(10, 'B-0').every((reading) => reading.kind === 'belt' && reading.pressure === undefined)).toBe(true)
  expect(readings(60, 'RB-1').length).toBeLessThanOrEqual(7)
})

test('a command that comes again is answered again and done once; one from before is let be', async () => {
  const { command, answered, answers, readings } = play()
  command(17, { intervalTimeSetting: 5 })
  await answered(1)
  command(18, { intervalTimeSetting: 10 })
  await answered(2)
  command(18, { intervalTimeSetting: 10 })
  await answered(3)
  command(17, { intervalTimeSetting: 5 })
  expect(readings(60, 'B-0').length).toBeLessThanOrEqual(7)
  expect(answers.map(({ state }) => state)).toEqual(['acknowledged', 'acknowledged', 'acknowledged'])
  expect(answers.map(({ id }) => id)).toEqual([17, 18, 18])
})

test('a device that is not there says nothing', async () => {
  const { command, answered, answers } = play()
  command(1, { buzzer: '0' }, 'B-nobody')
  command(2, { buzzer: '0' })
  await answered(1)
  expect(answers).toEqual([{ id: 2, state: 'acknowledged' }])
})

test('a firmware is not updated on a low battery, and not everything works out', async () => {
  const { command, answered, answers, readings } = play()
  // After ten hours of a shift the cells are down.
  readings(150, 'B-0')
  const devices = testScenario().people.flatMap(({ beltSerial, shift }) =>
    beltSerial === undefined || shift === 'night' ? [] : [beltSerial],
  )
  devices.forEach((device, index) => command(index + 1, { firmwareUpdate: '1' }, device))
  await answered(devices.length)
  expect(answers.some(({ state, error }) => state === 'failed' && error?.includes('電池'))).toBe(true)
  let id = 1_000
  for (let round = 0; round < 100; round++) {
    command((id += 1), { buzzer: '0' }, devices[0])
    await answered(devices.length + round + 1)
  }
  const failed = answers.filter(({ state, id: of }) => state === 'failed' && of > 1_000).length
  expect(failed).toBeGreaterThan(0)
  expect(failed).toBeLessThan(12)
})
