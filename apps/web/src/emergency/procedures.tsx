import { endpoints } from '@mimamori/contract/endpoints'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../platform/query.ts'

/** What to do where a site has written nothing of its own (Ministry of Health, 職場における熱中症対策). */
const usual = ['作業を止める', '涼しい場所へ移し、体を冷やす', '反応がおかしければ 119番']

/** A site's steps in an emergency, one a line, numbers and bullets of the writer's own left out. */
export const stepsOf = (procedures: string | null | undefined): string[] => {
  const own = (procedures ?? '')
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*(?:[0-9０-９]+[.)．、）]|[・●○-])\s*/, '').trim())
    .filter((line) => line !== '')
  return own.length > 0 ? own : usual
}

/** Contacts and steps of a site. They change rarely, so once a day's session is enough. */
export const useSite = (officeId: number | undefined) =>
  useQuery({
    ...queryOf(endpoints.officeNow.read, { params: { id: officeId ?? 0 } }),
    enabled: officeId !== undefined,
    staleTime: 60_000,
  }).data
