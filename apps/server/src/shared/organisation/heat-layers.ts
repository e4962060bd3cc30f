import { type AttentionPeriod, type Clothing, fadingDays, hasAttention, type HeatBasis, heatBasisOn } from '@mimamori/heat'

/** SQL: when a person (`u`) is 要注意, as pairs of seconds since 1970; null for never. */
const attentionColumn = `
  (select json_agg(json_build_array(extract(epoch from lower(p))::float8, extract(epoch from upper(p))::float8))
     from unnest(u.attention) p) as attention`

/** The layers without 要注意: what usually holds. */
export const usualLayerColumns = `
  o.metabolic_class as office_class, o.acclimatised as office_acclimatised, o.clothing as office_clothing,
  g.metabolic_class as group_class, g.acclimatised as group_acclimatised, g.clothing as group_clothing,
  u.metabolic_class as worker_class, u.acclimatised as worker_acclimatised, u.clothing as worker_clothing,
  u.observed_acclimatised, u.last_exposure_on, u.first_exposure_on`

/**
 * The heat layers of office (`o`), group (`g`, outer-joined) and worker (`u`) as stored: select them unchanged, and let
 * `heatBasisOfRow` resolve what holds.
 */
export const heatLayerColumns = `${usualLayerColumns}, ${attentionColumn}`

/** A row of `heatLayerColumns`. */
export type HeatLayerRow = {
  readonly office_class: number | null
  readonly office_acclimatised: boolean | null
  readonly office_clothing: Clothing | null
  readonly group_class: number | null
  readonly group_acclimatised: boolean | null
  readonly group_clothing: Clothing | null
  readonly worker_class: number | null
  readonly worker_acclimatised: boolean | null
  readonly worker_clothing: Clothing | null
  readonly observed_acclimatised: boolean | null
  readonly last_exposure_on: string | null
  readonly first_exposure_on: string | null
  /** Pairs of seconds since 1970. */
  readonly attention: readonly (readonly [from: number, to: number])[] | null
}

/** When the row's worker is 要注意, epoch ms. */
export const attentionOfRow = ({ attention }: HeatLayerRow): AttentionPeriod[] =>
  (attention ?? []).map(([from, to]) => [Math.round(from * 1_000), Math.round(to * 1_000)])

/**
 * What holds for the row's worker on a day of Japan, YYYY-MM-DD.
 * @param at epoch ms, at which they may be 要注意; without it their usual basis
 */
export const heatBasisOfRow = (row: HeatLayerRow, day: string, at: number | null = null): HeatBasis =>
  heatBasisOn(day, {
    office: { metabolicClass: row.office_class, acclimatised: row.office_acclimatised, clothing: row.office_clothing },
    group: { metabolicClass: row.group_class, acclimatised: row.group_acclimatised, clothing: row.group_clothing },
    worker: {
      metabolicClass: row.worker_class,
      acclimatised: row.worker_acclimatised,
      clothing: row.worker_clothing,
      observedAcclimatised: row.observed_acclimatised,
      firstExposureOn: row.first_exposure_on,
      attention: at !== null && hasAttention(attentionOfRow(row), at),
    },
  })

/** After so many days somebody who is not acclimatised counts as new: there is nothing left to lose. Source: NIOSH. */
const longestBreakDays = 20

/**
 * Days on end without exposure of the row's worker, from the fourth on: as long as they are acclimatised, or might be again
 * after a few days; else null.
 */
export const daysWithoutExposureOfRow = (row: HeatLayerRow, day: string): number | null => {
  const days = fadingDays(row.last_exposure_on, day)
  if (days === null || days <= longestBreakDays) return days
  return heatBasisOfRow(row, day).acclimatised ? days : null
}
