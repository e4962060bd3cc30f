import { message } from '@mimamori/contract/messages'
import { screenSearch } from '@mimamori/contract/screen-search'
import type { ScreenName } from '@mimamori/contract/screens'
import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { notify } from '../kit/notify.ts'
import { findWrongDates } from '../platform/screen.ts'

/**
 * Leaves dates that do not exist out of an address and says so; the screen then shows what it shows without them.
 * @throws a redirect to the same screen where there are such dates
 */
export const mendDates = (
  screen: ScreenName,
  search: Record<string, unknown>,
  { pathname, hash }: Pick<ParsedLocation, 'pathname' | 'hash'>,
): void => {
  if (!(screen in screenSearch)) return
  const wrong = findWrongDates(screenSearch[screen as keyof typeof screenSearch], search)
  const dates = Object.values(wrong)
  if (dates.length === 0) return
  notify.news(message('dateUnknown', { dates: [...new Set(dates)].join('」「') }))
  const validEntries = Object.fromEntries(Object.entries(search).filter(([key]) => !Object.hasOwn(wrong, key)))
  throw redirect({ to: pathname, search: validEntries as never, hash, replace: true })
}
