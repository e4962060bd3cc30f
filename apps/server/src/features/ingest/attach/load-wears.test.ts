import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDevice, makeUser, makeWear } from '../../../shared/organisation/test-factories.ts'
import { createCrew } from '../../../test-crew.ts'
import { cacheOf } from '../row-cache/row-cache.ts'

let crew: Awaited<ReturnType<typeof createCrew>>
beforeAll(async () => {
  crew = await createCrew()
})
afterAll(() => crew.close())

describe.each(['early', 'late'] as const)('of two wears that overlap, the %s one entered first,', (first) => {
  let tag: Awaited<ReturnType<typeof makeDevice>>
  const people = { early: 0, late: 0 }
  const nameOf = (userId: number | null) => Object.entries(people).find(([, id]) => id === userId)?.[0] ?? null
  beforeAll(async () => {
    crew.time.now = crew.at(0)
    tag = await makeDevice(crew.db, 'vital', crew.office.office_id)
    const begins = { early: -120, late: -60 }
    for (const who of first === 'early' ? (['early', 'late'] as const) : (['late', 'early'] as const)) {
      people[who] = (await makeUser(crew.db, 'User', crew.office)).user_id
      // The unique index leaves one without an end.
      await makeWear(crew.db, people[who], tag.device_id, { worn_from: crew.at(begins[who]), worn_to: crew.at(600) })
    }
  })

  const wearerAt = async (minute: number) => {
    const reading = crew.db.selectFrom('reading').select('user_id').where('device_id', '=', tag.device_id)
    return nameOf((await reading.where('at', '=', crew.at(minute)).executeTakeFirstOrThrow()).user_id)
  }
  const send = async (minute: number) => {
    await crew.send(tag, [{ minute, heartRate: 100 }])
    return wearerAt(minute)
  }

  it('the one that began last counts: as read, as cached, and as read again after a change', async () => {
    expect(await send(1)).toBe('late')
    const cached = () => cacheOf(crew.context.pipelined).wears.find(tag.device_id)
    const before = cached()
    expect(await send(2)).toBe('late')
    expect(cached()).toBe(before)
    // A written row moves in the table, where those without an order are read as they lie.
    for (const who of [people.late, people.early]) {
      await crew.db
        .updateTable('wear')
        .set({ worn_to: crew.at(601) })
        .where('user_id', '=', who)
        .execute()
      expect(await send(who === people.late ? 3 : 4)).toBe('late')
    }
    expect(cached()).not.toBe(before)
  })

  it('a late reading belongs to the only wearer of the device at its time', async () => {
    expect(await send(-90)).toBe('early')
    expect(await send(-30)).toBe('late')
  })

  it('readings whose clock turns out to be wrong are placed and judged again by the same order', async () => {
    // An hour and a half behind: the first three posts belong to the early one's time until the third shows the clock.
    for (const minute of [10, 11, 12, 13]) {
      crew.time.now = crew.at(minute)
      await crew.sendWired(tag.office_id, [{ kind: 'vital', device: tag.serial, at: crew.at(minute - 90).toISOString(), heartRate: 100 }])
    }
    expect(await Promise.all([10, 11, 12, 13].map(wearerAt))).toEqual(['late', 'late', 'late', 'late'])
  })
})
