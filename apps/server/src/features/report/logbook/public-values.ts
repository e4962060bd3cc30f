import { itemAt } from '@mimamori/contract/typed-lists'
import { PUBLIC_USABLE_MS } from '@mimamori/heat'
import { sql } from 'kysely'
import { beginOf, slotMs } from '../../../shared/monitoring/summaries/due.ts'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'
import { blank, type Line, toTenth } from './line.ts'
import { type Span, stationPlace } from './site.ts'

/** A station that says nothing for longer is out of season, which is no fault of the record. */
const seasonMs = 7 * 24 * 3_600_000

type Slot = { readonly slot: Date; readonly station: string; readonly slot_max: number | null }
type Value = { readonly station: string; readonly at: Date; readonly kind: 'measured' | 'estimated'; readonly wbgt: number }
type PublicValue = Slot & (Value | { readonly at: null; readonly kind: null; readonly wbgt: null })

// Which station a site took its values from is in the summaries. On a cluster they lie elsewhere than the values, which are
// nobody's, and so the two are not joined there. Of two values for the same time the measured one counts.
const slotsOf = ({ companyId, officeId }: OfficeKey, { from, to }: Span) => sql<Slot>`
  select h.slot, h.serial as station, h.wbgt_max as slot_max from heat_summary h
   where h.company_id = ${companyId} and h.office_id = ${officeId} and h.device_id = 0 and h.slot >= ${from} and h.slot < ${to}
   order by h.slot`
const valuesOf = (stations: readonly string[], { from, to }: Span) => sql<Value>`
  select distinct on (p.station, p.at) p.station, p.at, p.kind, p.wbgt from public_wbgt p
   where p.station = any(${stations}::text[]) and p.kind <> 'forecast' and p.at >= ${from} and p.at < ${to}
   order by p.station, p.at, p.kind desc`

const readValues = async (db: Db, office: OfficeKey, span: Span): Promise<PublicValue[]> => {
  const { rows: slots } = await slotsOf(office, span).execute(db)
  const last = slots.at(-1)
  if (last === undefined) return []
  const stations = [...new Set(slots.map(({ station }) => station))]
  const { rows } = await valuesOf(stations, { from: span.from, to: new Date(last.slot.getTime() + slotMs) }).execute(db)
  const inSlots = Map.groupBy(rows, ({ station, at }) => `${station}/${beginOf(at.getTime(), slotMs)}`)
  return slots.flatMap((slot): PublicValue[] => {
    const values = inSlots.get(`${slot.station}/${slot.slot.getTime()}`) ?? []
    return values.length === 0 ? [{ ...slot, at: null, kind: null, wbgt: null }] : values.map((value) => ({ ...slot, ...value }))
  })
}

const lineOf = ({ slot, station, slot_max, at, kind, wbgt }: PublicValue): Line => ({
  ...blank,
  device: null,
  place: stationPlace(station),
  ...(at === null
    ? { at: slot, until: new Date(slot.getTime() + slotMs), source: 'summary', wbgt: slot_max }
    : { at, source: kind === 'measured' ? 'public' : 'publicEstimated', wbgt }),
})

/** The values of the site's public station in a span, a line each, the oldest first. */
export const readPublicValues = async (db: Db, office: OfficeKey, span: Span): Promise<Line[]> =>
  (await readValues(db, office, span)).map(lineOf)

/** The same as stretches; one that holds an estimated value is called estimated. */
export const publicStretches = (values: readonly Line[], lengthMs: number): Line[] =>
  [...Map.groupBy(values, ({ at }) => beginOf(at.getTime(), lengthMs))].map(([begin, inside]) => {
    const known = inside.flatMap(({ wbgt }) => wbgt ?? [])
    const source = (['summary', 'publicEstimated'] as const).find((one) => inside.some((line) => line.source === one)) ?? 'public'
    return {
      ...blank,
      at: new Date(begin),
      until: new Date(begin + lengthMs),
      device: null,
      place: inside[0]?.place ?? '',
      source,
      wbgt: known.length === 0 ? null : Math.max(...known),
      wbgtMean: known.length === 0 ? null : toTenth(known.reduce((sum, value) => sum + value, 0) / known.length),
      count: known.length,
    }
  })

/** The nearest values before and after a span, within a season's pause of it. */
export const readPublicEdges = async (db: Db, office: OfficeKey, { from, to }: Span): Promise<Line[]> => {
  const before = await readPublicValues(db, office, { from: new Date(from.getTime() - seasonMs), to: from })
  const after = await readPublicValues(db, office, { from: to, to: new Date(to.getTime() + seasonMs) })
  return [...before.slice(-1), ...after.slice(0, 1)]
}

/**
 * Where values of the public station that should have come did not, within the span and not in the future.
 * @param values those of the span with the nearest before and after it, the oldest first
 * @param current the station that the site takes its values from now; of another nothing more is expected
 */
export const publicGaps = (values: readonly Line[], span: Span, now: Date, current: string | null): Line[] => {
  const last = values.at(-1)
  const ends = values.slice(1).map(({ at, place }, index) => ({ from: itemAt(values, index), until: at, place }))
  if (last !== undefined && current !== null && last.place === stationPlace(current))
    ends.push({ from: last, until: now, place: last.place })
  return ends
    .filter(({ from, until, place }) => {
      const length = until.getTime() - from.at.getTime()
      return from.place === place && length > PUBLIC_USABLE_MS && length <= seasonMs
    })
    .map(({ from, until, place }) => ({
      ...blank,
      device: null,
      place,
      source: 'gap' as const,
      at: new Date(Math.max(from.at.getTime(), span.from.getTime())),
      until: new Date(Math.min(until.getTime(), span.to.getTime())),
    }))
    .filter(({ at, until }) => at < until)
}
