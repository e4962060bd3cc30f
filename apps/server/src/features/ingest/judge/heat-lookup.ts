import { chooseHeat, HEAT_AHEAD_MS, type HeatSources, type HeatValue } from '@mimamori/heat'
import type { OfficeSource, Recent, States } from '../model.ts'
import { newestAt } from './in-time.ts'
import type { AttachedReading, UsedHeat } from '../reading.ts'

const valueOf = (source: OfficeSource | undefined, at: number): HeatValue | null => {
  const newest = source === undefined ? undefined : newestAt(source.recent, at)
  return newest === undefined || source === undefined ? null : { source: String(source.deviceId), at: newest[0], wbgt: newest[1] }
}

/** Finds the heat value that a reading is judged with: the judge chooses among the values of the reading's office. */
export const heatLookup = (states: States, sources: readonly OfficeSource[]) => {
  const watchers = Map.groupBy(
    sources.filter(({ kind }) => kind === 'heat'),
    ({ officeId }) => officeId,
  )
  const publics = Map.groupBy(states.publicValues, ({ officeId }) => officeId)
  const publicAt = (officeId: number, at: number): HeatValue | null => {
    const value = publics.get(officeId)?.findLast((one) => one.at <= at + HEAT_AHEAD_MS)
    return value === undefined ? null : { source: 'public', at: value.at, wbgt: value.wbgt }
  }
  const find = (reading: AttachedReading): UsedHeat | null => {
    const { at } = reading
    const ofOffice = watchers.get(reading.officeId) ?? []
    const gateway = reading.gatewayId === null ? undefined : states.gateways.get(reading.gatewayId)
    const nearest = gateway?.watcherId == null ? undefined : ofOffice.find(({ deviceId }) => deviceId === gateway.watcherId)
    const candidates: HeatSources = {
      gatewayWatcher: valueOf(nearest, at),
      siteWatchers: ofOffice.flatMap((source) => valueOf(source, at) ?? []),
      publicService: publicAt(reading.officeId, at),
    }
    const chosen = chooseHeat(candidates, at, gateway?.origin ?? 1)
    if (chosen === null) return null
    const { wbgt, rank } = chosen
    if (chosen.kind === 'public') return { wbgt, rank, source: 'public', deviceId: null, temperature: null }
    const watcher = ofOffice.find(({ deviceId }) => deviceId === Number(chosen.source))
    const known: Recent | undefined = watcher === undefined ? undefined : newestAt(watcher.recent, at)
    const source = known?.[3] === true ? 'estimated' : 'measured'
    return { wbgt, rank, source, deviceId: Number(chosen.source), temperature: known?.[2] ?? null }
  }
  // People of a site are read at the same moments: most of a batch ask what others near the same gateway have asked.
  const known = new Map<string, UsedHeat | null>()
  return (reading: AttachedReading): UsedHeat | null => {
    const question = `${reading.officeId}/${reading.gatewayId}/${reading.at}`
    let heat = known.get(question)
    if (heat === undefined) {
      heat = find(reading)
      known.set(question, heat)
    }
    return heat
  }
}
