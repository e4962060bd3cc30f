import { expect, it } from 'vitest'
import { startTestApp } from '../../src/test-app.ts'
import { clockMinute, dangers, passesMaximumAt, staff } from './people.ts'
import { openSite } from './site.ts'

// What a device or a person's silence causes; a worker's condition and the heat are another matter.
const deviceKinds = new Set(['silent', 'siteSilent', 'gatewaySilent', 'noHeartRate', 'clock', 'battery'])

/** The maximum limit's duration, and the minute that notifying may take. */
const notifiedWithinMinutes = 4 + 1

const product = await startTestApp()

it(
  'notifies the site office of every danger in time, and of devices and silence no more than it can read',
  { timeout: 300_000 },
  async () => {
    const site = await openSite(product)
    const endangered = staff.filter(({ dangerFrom }) => dangerFrom !== null)
    expect(endangered).toHaveLength(dangers)
    const untold: number[] = []
    for (let minute = clockMinute('07:25'); minute <= clockMinute('18:30'); minute++) {
      await site.passMinute(minute)
      for (const worker of endangered.filter((one) => passesMaximumAt(one) + notifiedWithinMinutes === minute)) {
        const userId = site.userIds[worker.number]
        const isNotified = (await site.alerts()).some(
          ({ user_id, kind, peak_level }) => user_id === userId && kind === 'condition' && peak_level === 3,
        )
        if (!isNotified) untold.push(worker.number)
      }
    }
    expect(untold).toEqual([])
    const lines = (await site.alerts()).filter(({ kind }) => deviceKinds.has(kind))
    expect(
      lines.length,
      lines.map(({ kind, cause, started_at }) => `${started_at.toISOString()} ${kind} ${cause}`).join('\n'),
    ).toBeLessThan(12)
    // Each danger is one episode, and nobody who was calm has one.
    const conditions = (await site.alerts()).filter(({ kind }) => kind === 'condition')
    expect(conditions.map(({ user_id }) => user_id).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(
      endangered.map(({ number }) => site.userIds[number]).toSorted((a, b) => (a ?? 0) - (b ?? 0)),
    )
  },
)
