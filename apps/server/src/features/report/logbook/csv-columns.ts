import { labels, logbookSourceNames } from '@mimamori/contract'
import { writeInstant } from '../../../platform/exchange/cell.ts'
import type { ExportColumn, ExportCell } from '../../../platform/exchange/columns.ts'
import { toJapanIso } from '../../../platform/japan-time.ts'
import type { Line } from './line.ts'

const { logbook } = labels

const written = (instant: Date | null): string => (instant === null ? '' : writeInstant(toJapanIso(instant)))
const known = (value: number | null): ExportCell => value ?? ''

/** The columns of the book's file. What is not known stays empty. */
export const logbookColumns: readonly ExportColumn<Line>[] = [
  { label: logbook.at, write: ({ at }) => written(at) },
  { label: logbook.until, write: ({ until }) => written(until) },
  { label: logbook.device, write: ({ device }) => device ?? '' },
  { label: logbook.place, write: ({ place }) => place },
  { label: logbook.source, write: ({ source }) => logbookSourceNames[source] },
  { label: logbook.wbgt, write: ({ wbgt }) => known(wbgt) },
  { label: logbook.wbgtMean, write: ({ wbgtMean }) => known(wbgtMean) },
  { label: logbook.count, write: ({ count }) => known(count) },
  { label: logbook.temperature, write: ({ temperature }) => known(temperature) },
  { label: logbook.humidity, write: ({ humidity }) => known(humidity) },
  { label: logbook.globe, write: ({ globe }) => known(globe) },
  { label: logbook.remark, write: ({ remark }) => remark ?? '' },
]
