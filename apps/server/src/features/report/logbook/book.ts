import { itemAt } from '@mimamori/contract/typed-lists'
import type { LogbookUnit } from '@mimamori/contract'
import { beginOf, hourMs, slotMs } from '../../../shared/monitoring/summaries/due.ts'
import { oldestPartition } from '../../../shared/monitoring/summaries/oldest-partition.ts'
import type { Context, Db } from '../../../platform/context.ts'
import { type BareSlots, readBareSlots } from './bare-slots.ts'
import { gapLines, type PausesOfPart, readPauses, readSlotPauses } from './gaps.ts'
import { inOrder, type Line } from './line.ts'
import { publicGaps, publicStretches, readPublicEdges, readPublicValues } from './public-values.ts'
import { findWatchers, publicDevice, refuseUnknown, type Site, type Span, type Watcher } from './site.ts'
import { readStretches } from './slots.ts'
import { countValues, readValues } from './values.ts'

/** The query of a book: for the whole site if no device is given. */
export type BookQuery = { readonly device?: string | undefined; readonly span: Span; readonly unit: LogbookUnit }

/** A book: how many lines it has, and a part of it. Its values are read as they are asked for. */
export type Book = {
  readonly count: number
  readonly page: (offset: number, limit: number) => Promise<Line[]>
  readonly pieces: () => AsyncGenerator<readonly Line[]>
}

const unitMs = { value: slotMs, slot: slotMs, hour: hourMs } as const satisfies Record<LogbookUnit, number>

/** A span's two parts: of which summaries alone are kept, and of which the readings are; one of them may be empty. */
const partsOf = ({ from, to }: Span, keptFrom: number) => {
  const between = new Date(Math.min(Math.max(from.getTime(), keptFrom), to.getTime()))
  return { past: { from, to: between }, kept: { from: between, to } }
}

const isEmpty = ({ from, to }: Span): boolean => from >= to

type Pauses = { readonly parts: readonly [PausesOfPart, PausesOfPart]; readonly bare: BareSlots }

const readAllPauses = async (db: Db, site: Site, watchers: readonly Watcher[], span: Span, keptFrom: number): Promise<Pauses> => {
  const { past, kept } = partsOf(span, keptFrom)
  const inPast = isEmpty(past) || watchers.length === 0 ? [] : await readSlotPauses(db, site, watchers, past)
  const keptPauses = isEmpty(kept) || watchers.length === 0 ? [] : await readPauses(db, site, watchers, kept)
  return {
    parts: [
      { span: past, pauses: inPast },
      { span: kept, pauses: keptPauses },
    ],
    bare: await readBareSlots(db, site, keptPauses, kept),
  }
}

/** The stored values are the lines; where values are no longer stored, a summary of ten minutes replaces them. */
const readStretchLines = async (
  { pool }: Pick<Context, 'pool'>,
  site: Site,
  watchers: readonly Watcher[],
  { span, unit }: BookQuery,
  { keptFrom, bare }: { readonly keptFrom: number; readonly bare: BareSlots },
): Promise<Line[]> => {
  const { past } = partsOf(span, keptFrom)
  const stretched = unit === 'value' && bare.size === 0 ? past : span
  if (isEmpty(stretched) || watchers.length === 0) return []
  const lines = await readStretches(pool, site, watchers, stretched, { lengthMs: unitMs[unit], keptFrom, bare })
  return unit === 'value' ? lines.filter(({ source }) => source === 'summary') : lines
}

/** All lines but single readings: they are few, so they are read at once. */
const readFewLines = async (
  { db, pool, clock }: Context,
  site: Site,
  watchers: readonly Watcher[],
  query: BookQuery,
  keptFrom: number,
): Promise<Line[]> => {
  const { device, span, unit } = query
  const now = clock()
  const { parts, bare } = await readAllPauses(db, site, watchers, span, keptFrom)
  const isOfPublic = device === undefined || device === publicDevice
  const publicValues = isOfPublic ? await readPublicValues(db, site, span) : []
  const edges = isOfPublic ? await readPublicEdges(db, site, span) : []
  const around = [...edges, ...publicValues].toSorted(inOrder)
  return [
    ...(await readStretchLines({ pool }, site, watchers, query, { keptFrom, bare })),
    ...(unit === 'value' ? publicValues : publicStretches(publicValues, unitMs[unit])),
    ...publicGaps(around, span, now, site.station),
    ...gapLines(parts, watchers, site.officeId, { now, bare }),
  ]
}

const isOf = (device: string | undefined) => (watcher: Watcher) => device === undefined || watcher.serial === device

/**
 * Opens the book of a site, or of one of its watchers.
 * @throws Refusal 404 for a watcher that never was at the site
 */
export const openBook = async (context: Context, site: Site, query: BookQuery): Promise<Book> => {
  const { span, unit } = query
  const keptFrom = await oldestPartition(context.pool)
  const watchers = (await findWatchers(context.db, site, span)).filter(isOf(query.device))
  if (query.device !== undefined && query.device !== publicDevice && watchers.length === 0)
    await refuseUnknown(context.db, site, query.device)
  const few = await readFewLines(context, site, watchers, query, keptFrom)
  const { kept } = partsOf(span, keptFrom)
  const isByValue = unit === 'value' && !isEmpty(kept) && watchers.length > 0
  const values = isByValue ? await countValues(context.db, site, watchers, kept) : new Map<number, number>()

  const fewByHour = Map.groupBy(few, ({ at }) => beginOf(at.getTime(), hourMs))
  const hours = [...new Set([...values.keys(), ...fewByHour.keys()])].toSorted((one, other) => one - other)
  const countOf = (hour: number): number => (values.get(hour) ?? 0) + (fewByHour.get(hour)?.length ?? 0)

  const linesOf = async (from: number, to: number): Promise<Line[]> => {
    const asValues = isByValue
      ? await readValues(context.db, site, watchers, {
          from: new Date(Math.max(from, kept.from.getTime())),
          to: new Date(Math.min(to + hourMs, kept.to.getTime())),
        })
      : []
    const others = hours.filter((hour) => hour >= from && hour <= to).flatMap((hour) => fewByHour.get(hour) ?? [])
    return [...asValues, ...others].toSorted(inOrder)
  }

  return {
    count: hours.reduce((sum, hour) => sum + countOf(hour), 0),
    page: async (offset, limit) => {
      let before = 0
      const [first, ...rest] = hours.flatMap((hour) => {
        const [begin, end] = [before, (before += countOf(hour))]
        return end > offset && begin < offset + limit ? { hour, begin } : []
      })
      if (first === undefined) return []
      const lines = await linesOf(first.hour, rest.at(-1)?.hour ?? first.hour)
      return lines.slice(offset - first.begin, offset - first.begin + limit)
    },
    pieces: async function* () {
      // Hours are taken together up to some thousands of lines.
      for (let index = 0; index < hours.length;) {
        const start = index
        for (let lines = 0; index < hours.length && (lines === 0 || lines < piece); index++) lines += countOf(itemAt(hours, index))
        yield await linesOf(itemAt(hours, start), itemAt(hours, index - 1))
      }
    },
  }
}

const piece = 2_000
