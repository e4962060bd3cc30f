import { afterAll, expect, it } from 'vitest'
import { createHeatSites } from './test-heat-site.ts'

const sites = await createHeatSites()
afterAll(() => sites.close())

const minutes = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

const siteOfOne = async () => {
  const made = await sites.site()
  const { user, pulse } = await made.worker()
  const clock = async () => {
    const row = await sites.context.db
      .selectFrom('worker_state')
      .select(['heat_minutes_today', 'heat_minutes_on_end', 'heat_minutes_longest'])
      .where('user_id', '=', user.user_id)
      .executeTakeFirstOrThrow()
    return Object.values(row)
  }
  const pulses = (from: number, to: number) => minutes(from, to).map((m) => ({ ...pulse(m), interval: 1 }))
  const air = (m: number, temperature: number, wbgt: number) => ({ ...made.heat(m, wbgt), temperature })
  return { ...made, clock, pulses, air }
}

it('counts minutes in WBGT of 28 or air of 31 and above by the watcher, and none of what is not known', async () => {
  const { post, heat, air, pulses, clock } = await siteOfOne()
  await post(...pulses(-200, -181))
  expect(await clock()).toEqual([null, null, null])
  await post(...minutes(-180, -121).map((m) => heat(m, 28.5)), ...pulses(-180, -121))
  await post(...minutes(-120, -101).map((m) => air(m, 31, 24)), ...pulses(-120, -101))
  expect(await clock()).toEqual([79, 79, 79])
  await post(...minutes(-100, -81).map((m) => air(m, 26, 22)), ...pulses(-100, -81))
  expect(await clock()).toEqual([80, 0, 80])
  await post(...minutes(-80, -61).map((m) => heat(m, 29)), ...pulses(-80, -61))
  expect(await clock()).toEqual([99, 19, 80])
})

it('is the same where the readings in between come late, of the air too', async () => {
  const { post, air, pulses, clock } = await siteOfOne()
  await post(...minutes(-180, -1).map((m) => air(m, 31.5, 24)))
  await post(...pulses(-180, -150))
  await post(...pulses(-60, -1))
  expect(await clock()).toEqual([89, 89, 89])
  await post(...pulses(-149, -61))
  expect(await clock()).toEqual([179, 179, 179])
})
