import { describe, expect, it } from 'vitest'
import { makeDevice } from '../../../shared/organisation/test-factories.ts'
import { july, plantPublic, plantReadings } from './test-month.ts'
import { startSummaryTests } from './test-summary.ts'

const { product, tenants, read, alert, emergency } = await startSummaryTests()

describe('heat', () => {
  const watch = (device: { device_id: number }, day: number, time: string, count: number, wbgt: number, more = {}) =>
    Array.from({ length: count }, (_, index) => ({
      device_id: device.device_id,
      at: new Date(july(day, time).getTime() + index * 600_000),
      wbgt,
      ...more,
    }))

  it('counts ten minutes where any watcher shows it, once, and lists each place', async () => {
    const { db } = product.context
    const east = await makeDevice(db, 'heat', tenants.office.office_id, { location_name: '東側 外部足場' })
    const gone = await makeDevice(db, 'heat', tenants.office.office_id, { location_name: '北' })
    await plantReadings(product.context, tenants.office, [
      ...watch(east, 10, '09:00', 6, 28),
      ...watch(gone, 10, '09:30', 6, 31.2),
      ...watch(gone, 10, '09:37', 1, 31.4),
      ...watch(gone, 10, '12:00', 2, 24, { temperature: 31 }),
      ...watch(gone, 11, '09:00', 3, 27.9, { temperature: 30.9 }),
    ])
    // It is at another site since.
    await db.updateTable('device').set({ office_id: tenants.sibling.office_id }).where('device_id', '=', gone.device_id).execute()
    await alert(july(10, '10:00'), { kind: 'siteHeat', user_id: null, device_id: gone.device_id, peak_level: 3, wbgt_point: '北' })
    await emergency(july(10, '10:00'), { wbgt_point: '東側 外部足場' })
    const summary = await read()
    expect(summary.heat).toEqual({
      highest: { wbgt: 31.4, at: '2026-07-10T09:37:00+09:00', place: `暑さ指数計 ${gone.serial}`, source: 'measured' },
      heatMinutes: 110,
      longStretches: 1,
      longDays: 0,
    })
    expect(summary.places).toEqual([
      {
        place: `暑さ指数計 ${gone.serial}`,
        serialNumber: gone.serial,
        source: 'measured',
        wbgtMax: 31.4,
        heatMinutes: 80,
        emergency: 0,
        level3: 1,
      },
      { place: '東側 外部足場', serialNumber: east.serial, source: 'measured', wbgtMax: 28, heatMinutes: 60, emergency: 1, level3: 0 },
    ])
    expect(summary.days[9]).toMatchObject({ wbgtMax: 31.4, heatMinutes: 110 })
    expect(summary.days[9]?.wbgt.slice(8, 13)).toEqual([null, 31.4, 31.2, null, 24])
  })

  it('continues over a single slot that nobody measured, and not over two', async () => {
    const east = await makeDevice(product.context.db, 'heat', tenants.office.office_id)
    await plantReadings(product.context, tenants.office, [
      ...watch(east, 10, '09:00', 3, 29),
      ...watch(east, 10, '09:40', 2, 29),
      ...watch(east, 11, '09:00', 3, 29),
      ...watch(east, 11, '09:50', 3, 29),
    ])
    const { heat, places } = await read()
    expect(heat).toMatchObject({ heatMinutes: 120, longStretches: 1 })
    expect(places[0]?.heatMinutes).toBe(120)
  })

  it('sees stretches over midnight and the ends of the month whole, in the month they begin', async () => {
    const east = await makeDevice(product.context.db, 'heat', tenants.office.office_id)
    await plantReadings(product.context, tenants.office, [
      ...watch(east, 0, '23:30', 6, 29),
      ...watch(east, 10, '23:30', 6, 29),
      ...watch(east, 31, '23:40', 12, 29),
    ])
    const summary = await read()
    expect(summary.heat).toMatchObject({ heatMinutes: 30 + 60 + 20, longStretches: 2 })
    expect(summary.days.filter(({ heatMinutes }) => heatMinutes > 0).map(({ date, heatMinutes }) => [date.slice(8), heatMinutes])).toEqual([
      ['01', 30],
      ['10', 30],
      ['11', 30],
      ['31', 20],
    ])
    expect(summary.previous?.heatMinutes).toBe(30)
    expect((await read('2026-06')).heat.longStretches).toBe(1)
    expect((await read('2026-08')).heat).toMatchObject({ heatMinutes: 100, longStretches: 0 })
  })

  it('is the public station’s if no watcher has a value: its hourly value holds until the next', async () => {
    const east = await makeDevice(product.context.db, 'heat', tenants.office.office_id, { location_name: '東' })
    await plantReadings(product.context, tenants.office, watch(east, 11, '09:00', 3, 27))
    await plantPublic(product.context.db, tenants.office, [
      ...[9, 10, 11, 12, 13].map((hour) => ({ at: july(10, `${hour}:00`), wbgt: 30 + hour / 10 })),
      { at: july(10, '14:00'), wbgt: 27.9 },
      { at: july(11, '09:00'), wbgt: 33 },
    ])
    const { heat, places, days } = await read()
    expect(heat).toEqual({
      highest: { wbgt: 33, at: '2026-07-11T09:30:00+09:00', place: '環境省 44132', source: 'public' },
      heatMinutes: 330,
      longStretches: 1,
      longDays: 1,
    })
    expect(places).toMatchObject([
      { place: '環境省 44132', serialNumber: null, source: 'public', wbgtMax: 33, heatMinutes: 330 },
      { place: '東', source: 'measured', wbgtMax: 27, heatMinutes: 0 },
    ])
    expect(days[9]?.wbgt.slice(8, 16)).toEqual([null, 30.9, 31, 31.1, 31.2, 31.3, 27.9, null])
  })
})
