import type { LampSignal, SettingName } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import { toJapanIso } from '../../platform/japan-time.ts'
import { isEmergency } from '../monitoring/emergency-kinds.ts'
import { companiesOf, type OfficeKey } from '../organisation/keys.ts'
import { readSettings } from '../settings/settings.ts'

const wanted = {
  isCleared: ['WARNING_LAMP_SETTING', 'CLEARED_BY_ACKNOWLEDGEMENT'],
  isLitByDrills: ['WARNING_LAMP_SETTING', 'LIT_BY_DRILLS'],
} as const satisfies Record<string, SettingName>

type Shown = Omit<LampSignal, 'at' | 'drill' | 'stale'> & { readonly drill: boolean }
type ShownRow = Shown & { readonly office_id: number }

const calm: Shown = { level: 0, emergency: false, call: false, unhooked: false, heat: false, unacknowledged: 0, drill: false }

// Somebody asks for help: by the button, which may be pressed during another emergency, by their own page, or by their device.
const isCall = sql`((a.kind = 'emergency' and (a.cause = 'call' or a.called_at is not null)) or a.kind = 'help')`

const isLit = sql`(o.is_cleared = '0' or a.handling = 'open')`

/**
 * What the lamps of sites show, in one statement for all of them; a site without an alert is calm. What was over already when its readings
 * came in calls nobody, and lights no lamp.
 */
export const readSignals = async (
  { db, pool, log, clock }: Pick<Context, 'db' | 'pool' | 'log' | 'clock'>,
  offices: readonly OfficeKey[],
): Promise<Map<number, LampSignal>> => {
  if (offices.length === 0) return new Map()
  const at = toJapanIso(clock())
  const settings = await readSettings(pool, log, offices, wanted)
  const valuesOf = (name: keyof typeof wanted) => offices.map(({ officeId }) => settings.get(officeId)?.[name].value ?? '0')
  const { rows } = await sql<ShownRow>`
    select a.office_id,
           coalesce(max(case when ${isCall} then 3 else coalesce(a.level, 0) end) filter (where ${isLit} and (a.kind = 'condition' or ${isEmergency})), 0)::int as level,
           coalesce(bool_or(${isEmergency}) filter (where ${isLit}), false) as emergency,
           coalesce(bool_or(${isCall}) filter (where ${isLit}), false) as call,
           coalesce(bool_or(a.kind = 'belt') filter (where ${isLit}), false) as unhooked,
           coalesce(bool_or(a.kind = 'siteHeat') filter (where ${isLit}), false) as heat,
           (count(*) filter (where a.handling = 'open' and a.kind not in ('battery', 'clock')))::int as unacknowledged,
           coalesce(bool_or(a.drill) filter (where ${isLit}), false) as drill
      from unnest(${companiesIn(offices)}::int[], ${offices.map(({ officeId }) => officeId)}::int[], ${valuesOf('isCleared')}::text[],
                  ${valuesOf('isLitByDrills')}::text[]) as o (company_id, office_id, is_cleared, is_lit_by_drills)
      join alert a on a.company_id = o.company_id and a.company_id = any(${companiesOf(offices)}::int[]) and a.office_id = o.office_id
     where a.ended_at is null and a.handling <> 'closed' and not a.withdrawn and not a.late and (not a.drill or o.is_lit_by_drills = '1')
     group by a.office_id`.execute(db)
  const shown = new Map(rows.map(({ office_id: officeId, ...row }) => [officeId, row]))
  return new Map(offices.map(({ officeId }) => [officeId, signalOf(shown.get(officeId) ?? calm, at)]))
}

const companiesIn = (offices: readonly OfficeKey[]): number[] => offices.map(({ companyId }) => companyId)

const signalOf = ({ drill, ...shown }: Shown, at: string): LampSignal => ({ ...shown, ...(drill && { drill }), at })
