import { describe, expect, it } from 'vitest'
import { july } from './test-month.ts'
import { startSummaryTests } from './test-summary.ts'

const { tenants, read, alert, emergency, event } = await startSummaryTests()

describe('alerts', () => {
  it('belong to the month in Japan in which they began', async () => {
    for (const at of [july(0, '23:59'), july(1, '00:00'), july(31, '23:59'), july(32, '00:00')]) await alert(at, { ended_at: at })
    const summary = await read()
    expect(summary.totals).toEqual({ emergency: 0, level3: 0, level2: 0, level1: 2 })
    expect(summary.days).toHaveLength(31)
    expect(summary.days.filter(({ level1 }) => level1 > 0).map(({ date }) => date)).toEqual(['2026-07-01', '2026-07-31'])
    expect(summary.hours.flatMap(({ level1 }, hour) => (level1 > 0 ? hour : []))).toEqual([0, 23])
    expect(summary.previous).toEqual({ emergency: 0, level3: 0, level2: 0, level1: 1, heatMinutes: 0 })
    expect((await read('2026-06')).days).toHaveLength(30)
    expect((await read('2026-02')).days).toHaveLength(28)
  })

  it('are the real ones of this site: no drills, nothing withdrawn, none of another site or company', async () => {
    await alert(july(10), { drill: true, kind: 'emergency', user_id: null, full_name: null })
    await alert(july(10), { withdrawn: true, ended_at: july(10) })
    await alert(july(10), {}, tenants.people.sibling)
    await alert(july(10), {}, tenants.people.foreign)
    const summary = await read()
    expect(summary.totals).toEqual({ emergency: 0, level3: 0, level2: 0, level1: 0 })
    expect(summary.kinds.every(({ count }) => count === 0)).toBe(true)
    expect(summary.emergencies).toEqual([])
  })

  it('count by their highest level; an emergency counts beside the condition it rose from; belts and silences have no level of heat', async () => {
    await alert(july(10, '09:30'), { level: 1, peak_level: 3, ended_at: july(10) })
    await emergency(july(10, '10:15'))
    await alert(july(11), {
      level: 2,
      peak_level: null,
      kind: 'siteHeat',
      user_id: null,
      ended_at: july(11),
      full_name: null,
      group_id: null,
    })
    await alert(july(12), { kind: 'belt', level: 3, peak_level: 3 })
    await alert(july(13), { kind: 'silent', level: null, peak_level: null })
    const summary = await read()
    expect(summary.totals).toEqual({ emergency: 1, level3: 1, level2: 1, level1: 0 })
    expect(summary.days[9]).toMatchObject({ emergency: 1, level3: 1 })
    expect(summary.hours[9]).toMatchObject({ emergency: 0, level3: 1 })
    expect(summary.hours[10]).toMatchObject({ emergency: 1, level3: 0 })
    const kinds = Object.fromEntries(summary.kinds.map(({ kind, count }) => [kind, count]))
    expect(kinds).toMatchObject({ condition: 1, emergency: 1, siteHeat: 1, belt: 1, silent: 1, battery: 0 })
  })

  it('stay with the group of the time, whatever became of the person and the group', async () => {
    const { worker } = tenants.people
    const { group, otherGroup } = tenants
    await alert(july(5), { group_id: group.group_id, group_name: '足場班', peak_level: 2 })
    await alert(
      july(15),
      { kind: 'emergency', group_id: otherGroup.group_id, group_name: '旧・電気班' },
      { ...worker, group_id: otherGroup.group_id },
    )
    await alert(july(20), { group_id: otherGroup.group_id, group_name: '電気班', ended_at: july(20), kind: 'condition' })
    await alert(july(21), { group_id: null, group_name: '解散した班', ended_at: july(21) })
    await alert(july(22), { group_id: null, group_name: null, ended_at: july(22) })
    const { groups } = await read()
    expect(groups.map(({ groupName, emergency: e, level2, level1 }) => [groupName, e, level2, level1])).toEqual([
      ['電気班', 1, 0, 1],
      ['足場班', 0, 1, 0],
      ['解散した班', 0, 0, 1],
      [null, 0, 0, 1],
    ])
  })
})

describe('answers', () => {
  const { base, leader } = tenants.people

  it('count from the first person, within so many minutes', async () => {
    const one = await emergency(july(3, '10:00'), { outcome: 'medical', handling: 'closed', ended_at: july(3) })
    await event(one, july(3, '10:02'), 'acknowledged', { by: leader })
    await event(one, july(3, '10:04'), 'responding', { by: base })
    await event(one, july(3, '11:00'), 'closed', { by: base })
    const two = await alert(july(4, '10:00'), { peak_level: 3, ended_at: july(4), outcome: 'rested' })
    await event(two, july(4, '10:08'), 'acknowledged', { by: base })
    const three = await alert(july(5, '10:00'), { peak_level: 2, ended_at: july(5) })
    await event(three, july(5, '10:31'), 'closed', { by: base })
    await alert(july(6, '10:00'), { peak_level: 1, ended_at: july(6) })
    const { response, outcomes, emergencies } = await read()
    expect(response).toEqual({
      asked: 3,
      answered: 3,
      unanswered: 0,
      medianSeconds: 480,
      within: [3, 5, 10, 15, 30].map((minutes) => ({ minutes, count: minutes < 10 ? 1 : 2 })),
      over30: 1,
    })
    expect(Object.fromEntries(outcomes.map(({ outcome, count }) => [outcome, count]))).toEqual({
      rested: 1,
      sentHome: 0,
      medical: 1,
      falseAlarm: 0,
      other: 0,
    })
    expect(emergencies).toMatchObject([
      {
        id: one.alert_id,
        at: '2026-07-03T10:00:00+09:00',
        fullName: tenants.people.worker.full_name,
        reason: '危険の累計が 15分に到達',
        answeredSeconds: 120,
        outcome: 'medical',
      },
    ])
  })

  it('of nobody: what recovered by itself within half an hour did not wait longer, an emergency waits for a person', async () => {
    await alert(july(3, '10:00'), { peak_level: 2, ended_at: july(3, '10:20') })
    await alert(july(4, '10:00'), { peak_level: 2, ended_at: july(4, '10:40') })
    await emergency(july(5, '10:00'), { ended_at: july(5, '10:01') })
    const judged = await alert(july(6, '10:00'), { peak_level: 3, ended_at: july(6, '10:10') })
    await event(judged, july(6, '10:05'), 'closed')
    expect((await read()).response).toMatchObject({ asked: 4, answered: 0, unanswered: 4, medianSeconds: null, over30: 2 })
  })

  it('count from when an episode rose to level 2; somebody who acknowledged it before has to see it again, somebody who responds is there', async () => {
    const seen = await alert(july(3, '09:00'), { peak_level: 2, ended_at: july(3, '12:00') })
    await event(seen, july(3, '09:00'), 'opened', { level: 1 })
    await event(seen, july(3, '09:01'), 'acknowledged', { by: base })
    await event(seen, july(3, '10:00'), 'raised', { level: 2 })
    await event(seen, july(3, '10:00'), 'reopened')
    await event(seen, july(3, '10:06'), 'acknowledged', { by: base })
    const there = await alert(july(4, '09:00'), { peak_level: 3, ended_at: july(4, '12:00') })
    await event(there, july(4, '09:00'), 'opened', { level: 1 })
    await event(there, july(4, '09:05'), 'responding', { by: base })
    await event(there, july(4, '10:00'), 'raised', { level: 3 })
    await event(there, july(4, '11:00'), 'closed', { by: base })
    expect((await read()).response).toMatchObject({
      asked: 2,
      answered: 2,
      medianSeconds: 180,
      over30: 0,
      within: [{ count: 1 }, { count: 1 }, { count: 2 }, { count: 2 }, { count: 2 }],
    })
  })

  it('are not asked of what was over before its readings came', async () => {
    await alert(july(3), { peak_level: 3, late: true, ended_at: july(3, '12:20') })
    const summary = await read()
    expect(summary.totals.level3).toBe(1)
    expect(summary.response).toMatchObject({ asked: 0, unanswered: 0, over30: 0 })
  })
})
