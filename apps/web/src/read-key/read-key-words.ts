import type { ApiTokenRow } from '@mimamori/contract/api-token'
import type { ReadScope } from '@mimamori/contract/read-scope'
import { dateOf } from '../platform/japan-time.ts'

/** 2026/10/31. */
export const dayInWords = (day: string): string => day.replaceAll('-', '/')

/** すべての拠点（2）, or the sites by name; an archived one is read no more. */
export const sitesInWords = ({ offices, siteCount }: Pick<ApiTokenRow, 'offices' | 'siteCount'>): string => {
  if (siteCount !== null) return `すべての拠点（${siteCount}）`
  return offices.map(({ officeName, isArchived }) => (isArchived ? `${officeName}（閉鎖済み）` : officeName)).join('、')
}

/** 102日, あと7日, 今日まで: how long it is good for. */
export const remainderInWords = ({ state, daysLeft }: Pick<ApiTokenRow, 'state' | 'daysLeft'>, noticeDays: number): string => {
  if (state === 'ended') return '期限切れ'
  if (state === 'stopped') return ''
  if (daysLeft <= 1) return '今日まで'
  return daysLeft - 1 <= noticeDays ? `あと${daysLeft - 1}日` : `${(daysLeft - 1).toLocaleString('ja-JP')}日`
}

/** 13:40, 7/21 05:00, 2025/7/21 05:00: the time alone where it is today. */
export const timeInWords = (at: string, now: number): string => {
  const [date, clock] = [at.slice(0, 10), at.slice(11, 16)]
  const today = dateOf(now)
  if (date === today) return clock
  const day = `${Number(date.slice(5, 7))}/${Number(date.slice(8, 10))}`
  return date.slice(0, 4) === today.slice(0, 4) ? `${day} ${clock}` : `${date.slice(0, 4)}/${day} ${clock}`
}

/** A call that shows at once that the token is good, for the first scope that opens one; null where it takes a site and none is known. */
const examples: Readonly<Record<Exclude<ReadScope, 'vitals'>, (officeId: number | undefined) => string | null>> = {
  condition: () => '/api/HealthCondition?limit=50',
  alerts: () => '/api/HealthCondition/Alert?limit=50',
  reports: (officeId) => (officeId === undefined ? null : `/api/Report/Worker?officeId=${officeId}&limit=50`),
  devices: () => '/api/Device?limit=50',
  plan: (officeId) => (officeId === undefined ? null : `/api/Plan?officeId=${officeId}`),
}

/** A command that reads with a token: the word トークン takes the place of the secret, so that it is in no history of commands. */
export const readExample = (origin: string, { scopes, offices }: Pick<ApiTokenRow, 'scopes' | 'offices'>): string => {
  const scope = scopes.find((one) => one !== 'vitals') ?? 'condition'
  const path = examples[scope](offices[0]?.officeId)
  // It answers the numbers of the sites that the other calls take.
  const [how, what] = path === null ? ['-X POST ', '/api/Office/Search'] : ['', path]
  return `curl ${how}-H 'Authorization: Bearer トークン' '${origin}${what}'`
}
