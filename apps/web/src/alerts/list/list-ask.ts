import { dayMs } from '@mimamori/contract/day'
import type { endpoints } from '@mimamori/contract/endpoints'
import type { QueryIn } from '@mimamori/contract/endpoint'
import { alertFilters } from '@mimamori/contract/screen-search'
import type { z } from 'zod'
import { dateOf } from '../../platform/japan-time.ts'

const search = alertFilters
const sortKeys = ['alertLevel', 'fullName', 'startedAt', 'heartRate', 'excess', 'handling', 'outcome'] as const
export type SortKey = (typeof sortKeys)[number]

/** The list's state in the address. */
export const listSpec = { filters: search, sortKeys, pageSize: 50 }

export type Filters = Partial<z.output<typeof search>>
export type Period = NonNullable<Filters['period']>

/** What the past is looked back on first: the customer asks for 30 days. */
export const firstPeriod = '30' satisfies Period

/** How each period is called. */
export const periodNames: Record<Period, string> = {
  7: '7日間',
  30: '30日間',
  90: '90日間',
  365: '1年間',
  all: '全期間',
  chosen: '日付を指定',
}

/** The period in the address; one with days of its own is chosen by those. */
export const periodOf = ({ period, from, to }: Filters): Period =>
  period ?? (from !== undefined || to !== undefined ? 'chosen' : firstPeriod)

const bounds = (filters: Filters, now: number): Pick<QueryIn<typeof endpoints.alert.list>, 'from' | 'to'> => {
  const period = periodOf(filters)
  if (period === 'all') return {}
  if (period === 'chosen')
    return { ...(filters.from !== undefined && { from: filters.from }), ...(filters.to !== undefined && { to: filters.to }) }
  // Today is one of them, and no end: what begins now belongs to the list.
  return { from: dateOf(now - (Number(period) - 1) * dayMs) }
}

export type AlertListQuery = Pick<
  QueryIn<typeof endpoints.alert.list>,
  'officeId' | 'groupId' | 'kind' | 'handling' | 'allTime' | 'from' | 'to' | 'drill'
>

/**
 * What list and file are asked for by the filters of the address. A period narrows the past alone: what people have to
 * see to is shown however long ago it began.
 */
export const askOf = (filters: Filters, now: number): AlertListQuery => {
  const { officeId, groupId, kind, handling, allTime, drill } = filters
  return {
    ...(officeId !== undefined && { officeId }),
    ...(groupId !== undefined && { groupId }),
    ...(kind !== undefined && { kind }),
    ...(handling !== undefined && { handling }),
    ...(drill === true && { drill: '1' as const }),
    ...(allTime === true && { allTime: '1', ...bounds(filters, now) }),
  }
}

/** The filters for a handling. What is closed is over as a rule: among what is current there is next to nothing of it. */
export const byHandling = (handling: Filters['handling']) => ({ handling, ...(handling === 'closed' && { allTime: true }) })
