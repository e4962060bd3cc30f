import { afterAll, describe, expect, it } from 'vitest'
import { createHeatSites } from './test-heat-site.ts'

const sites = await createHeatSites()
afterAll(() => sites.close())

type Profile = { readonly metabolic_class: number; readonly acclimatised: boolean }

/** A site with a watcher and a worker of each profile, who are at it after `stand`. */
const crew = async (...profiles: readonly Profile[]) => {
  const made = await sites.site()
  const workers: Awaited<ReturnType<typeof made.worker>>[] = []
  for (const [index, profile] of profiles.entries())
    workers.push(await made.worker({ full_name: `作業者${index + 1}`, furigana: `ｻ${index}`, ...profile }))
  const stand = (m: number) => made.post(made.heat(m, 20), ...workers.map(({ pulse }) => pulse(m)))
  return { ...made, workers, stand }
}

describe('site heat', () => {
  const strict = { metabolic_class: 3, acclimatised: false }
  const usual = { metabolic_class: 2, acclimatised: true }

  it('uses the lowest reference value of those at the watcher, and counts and names those above theirs', async () => {
    const { stand, post, heat, alerts } = await crew(strict, usual, strict)
    await stand(-60)
    await post(heat(-59, 24.9))
    expect(await alerts()).toMatchObject([
      {
        level: 2,
        wbgt: expect.closeTo(24.9),
        excess: expect.closeTo(1.9),
        reason: { kind: 'heat', limit: 23, names: ['作業者1', '作業者3'] },
      },
    ])
  })

  it('of ten workers with reference 23 in 25 °C is notified', async () => {
    const { workers, stand, post, heat, alerts } = await crew(...Array.from({ length: 10 }, () => strict))
    await stand(-60)
    await post(heat(-59, 25))
    const [firstAlert, ...others] = await alerts()
    expect(others).toEqual([])
    const everybody = workers.map(({ user }) => user.user_id)
    expect(firstAlert).toMatchObject({ level: 2, ended_at: null, reason: { limit: 23, userIds: everybody } })
  })

  it('uses the site’s value where nobody is at the watcher, or nobody any more', async () => {
    const { stand, post, heat, alerts } = await crew(strict)
    await stand(-110)
    await post(heat(-49, 25))
    expect(await alerts()).toEqual([])
    await post(heat(-48, 28))
    expect(await alerts()).toMatchObject([{ level: 1, reason: { kind: 'heat', limit: 28, minutes: 0 } }])
  })

  it('stays while those who were there have only fallen silent', async () => {
    const { stand, post, heat, alerts } = await crew(strict)
    await stand(-60)
    for (let m = -59; m <= -20; m++) await post(heat(m, 25))
    expect(await alerts()).toMatchObject([{ level: 2, ended_at: null }])
  })

  it('counts those who come and leave in place, without a line in its history', async () => {
    const { workers, post, heat, alerts, events } = await crew(strict, strict)
    const [first, second] = workers
    if (first === undefined || second === undefined) throw new Error('nobody')
    await post(heat(-120, 24.5), first.pulse(-120))
    await post(heat(-119, 24.5), second.pulse(-119))
    await post(heat(-118, 24.6))
    expect(await alerts()).toMatchObject([{ level: 2, reason: { names: ['作業者1', '作業者2'] }, excess: expect.closeTo(1.6) }])
    await post(heat(-59.5, 24.5))
    expect(await alerts()).toMatchObject([{ level: 2, reason: { names: ['作業者2'] } }])
    expect(await events()).toEqual(['opened'])
  })

  it('is at level 1 half a degree below, and ends ten minutes after the first value below that', async () => {
    const { post, heat, alerts, events } = await crew()
    for (let m = -60; m < -30; m++) await post(heat(m, m % 2 === 0 ? 28.2 : 27.6))
    expect(await alerts()).toMatchObject([{ level: 1, ended_at: null }])
    for (let m = -30; m <= -19; m++) await post(heat(m, 27.4))
    expect(await alerts()).toMatchObject([{ ended_at: sites.at(-30), ending: 'recovered' }])
    expect(await events()).toEqual(['opened', 'ended'])
  })

  it('of a watcher that fell silent is lost an hour later, and what comes then is another episode', async () => {
    const { post, heat, alerts } = await crew()
    await post(heat(-200, 30))
    await post(heat(-100, 29))
    expect(await alerts()).toMatchObject([
      { ended_at: sites.at(-140), ending: 'lost' },
      { started_at: sites.at(-100), ended_at: null, level: 2 },
    ])
  })
})
