import { dayMs } from '@mimamori/contract/day'
import { mostLogbookDays } from '@mimamori/contract/logbook'

/** First and last day of a book, both included: YYYY-MM-DD. */
export type Span = { readonly from: string; readonly to: string }

const shifted = (day: string, days: number): string => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
const earlier = (one: string, other: string): string => (one < other ? one : other)
const later = (one: string, other: string): string => (one > other ? one : other)

/** The days that an address asks for: today where it asks for none; never the future, at most 31, the last ones of more. */
export const spanOf = ({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }, today: string): Span => {
  const last = earlier(to ?? from ?? today, today)
  return { from: later(earlier(from ?? last, last), shifted(last, 1 - mostLogbookDays)), to: last }
}

/** The span from another first day; its end follows where it would be too long or the wrong way round. */
export const withFrom = ({ to }: Span, from: string, today: string): Span => {
  const first = earlier(from, today)
  return { from: first, to: earlier(later(to, first), earlier(shifted(first, mostLogbookDays - 1), today)) }
}

/** The span to another last day; its beginning follows. */
export const withTo = ({ from }: Span, to: string, today: string): Span => spanOf({ from, to }, today)
