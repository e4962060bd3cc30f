import { type AlertEpisode, emergencyKinds } from '@mimamori/contract/alert'
import { endpoints } from '@mimamori/contract/endpoints'
import type { QueryIn } from '@mimamori/contract/endpoint'
import { useMemo } from 'react'
import { useLiveQuery } from '../kit/use-live-query.ts'
import { setServerTime } from '../platform/clock.ts'
import { useLive } from '../platform/live.ts'
import { queryOf } from '../platform/query.ts'
import { byNeed, isOpenEmergency, isOpenReport, patchEpisodes } from './episodes.ts'

const { list } = endpoints.alert

const mostShown = 500

/** The episodes nobody has closed yet or that still last, kept current within a second. */
export const useEpisodes = (filter: Pick<QueryIn<typeof list>, 'kind' | 'handling' | 'officeId' | 'drill'> = {}) => {
  const query = { ...filter, limit: mostShown }
  useLive(true, { ping: ({ at }) => setServerTime(Date.parse(at)) })
  return useLiveQuery({
    query: queryOf(list, { query }),
    // News of a person who has left the group or the office goes only to those who see them now: here the maps' news reports it.
    patches: { alert: patchEpisodes(query), map: (data) => ({ data, refetch: true }) },
  })
}

// What is shown above every screen and on the home is asked once.
const useEmergenciesAndReports = () => useEpisodes({ kind: `${emergencyKinds.join(',')},report`, drill: 'all' })

const useOpenEmergencies = (late: AlertEpisode['late']): readonly AlertEpisode[] => {
  const { data } = useEmergenciesAndReports()
  return useMemo(() => (data?.data ?? []).filter((one) => isOpenEmergency(one) && one.late === late).toSorted(byNeed), [data, late])
}

/** The open emergencies and reports (申告) in the viewer's scope, and the drills that run: what is shown above every screen. */
export const useCalls = (): readonly AlertEpisode[] => {
  const { data } = useEmergenciesAndReports()
  return useMemo(
    () =>
      (data?.data ?? [])
        .filter((one) => (isOpenEmergency(one) || isOpenReport(one)) && one.late === '0')
        .toSorted((a, b) => Number(isOpenEmergency(b)) - Number(isOpenEmergency(a)) || byNeed(a, b)),
    [data],
  )
}

/** The open emergencies in the viewer's scope, the most urgent first, and after them the drills (訓練) that run. */
export const useEmergencies = (): readonly AlertEpisode[] => useOpenEmergencies('0')

/** The open ones that were long over when their readings came (後着): to be closed, and no banner's matter. */
export const useLateEmergencies = (): readonly AlertEpisode[] => useOpenEmergencies('1')
