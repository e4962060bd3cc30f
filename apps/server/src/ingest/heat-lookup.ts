import { chooseHeat, type HeatSources, type HeatValue } from '@mimamori/heat'
import { judgedAt, newestAt } from './judged-at.ts'
import type { Recent, States } from './load-state.ts'
import type { AttachedReading, UsedHeat } from './reading.ts'

/** Finds the heat value that a reading is judged with: the judge chooses among the values of the reading's office. */
export const heatLookup = (states: States, sources: States['sources']) => {
  const watchers = Map.groupBy(
    sources.filter(({ kind }) => kind === 'heat'),
    ({ officeId }) => officeId,
  )
  const publics = Map.groupBy(states.publicValues, ({ officeId }) => officeId)
  const valueOf = (source: { deviceId: number; recent: readonly Recent[] } | undefined, at: number): HeatValue | null => {
    const newest = source === undefined ? undefined : newestAt(source.recent, at)
    return newest === undefined || source === undefined ? null : { source: String(source.deviceId), at: newest[0], wbgt: newest[1] }
  }
  return (reading: AttachedReading): UsedHeat | null => {
    const at = judgedAt(reading)
    const ofOffice = watchers.get(reading.officeId) ?? []
    const gateway = reading.gatewayId === null ? undefined : states.gateways.get(reading.gatewayId)
    const candidates: HeatSources = {
      gatewayWatcher:
        gateway?.watcherId == null
          ? null
          : valueOf(
              ofOffice.find(({ deviceId }) => deviceId === gateway.watcherId),
              at,
            ),
      siteWatchers: ofOffice.flatMap((source) => valueOf(source, at) ?? []),
      publicService:
        (publics.get(reading.officeId) ?? [])
          .filter((value) => value.at <= at)
          .toSorted((a, b) => a.at - b.at)
          .map((value) => ({ source: 'public', at: value.at, wbgt: value.wbgt }))
          .at(-1) ?? null,
    }
    const chosen = chooseHeat(candidates, at, gateway?.origin ?? 1)
    if (chosen === null) return null
    if (chosen.kind === 'public') return { wbgt: chosen.wbgt, source: 'public', deviceId: null, temperature: null }
    const watcher = ofOffice.find(({ deviceId }) => deviceId === Number(chosen.source))
    const temperature = watcher === undefined ? null : (newestAt(watcher.recent, at)?.[2] ?? null)
    return { wbgt: chosen.wbgt, source: 'measured', deviceId: Number(chosen.source), temperature }
  }
}
