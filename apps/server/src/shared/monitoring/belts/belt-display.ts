import type { Role } from '@mimamori/contract'
import type { OfficeKey } from '../../organisation/keys.ts'
import { readSettings } from '../../settings/settings.ts'
import type { Context } from '../../../platform/context.ts'

/** Whether the belts are shown to base administrators. */
export type BeltDisplay = '0' | '1'

const wanted = { display: ['SAFETY_BELT_DISPLAY_SETTING', 'DISPLAY'] } as const

/** The setting in force at each of the offices, by the office's number; every office asked for is in the answer. */
export const readBeltDisplays = async (
  { pool, log }: Pick<Context, 'pool' | 'log'>,
  offices: readonly OfficeKey[],
): Promise<Map<number, BeltDisplay>> => {
  if (offices.length === 0) return new Map()
  const settings = await readSettings(pool, log, offices, wanted)
  return new Map([...settings].map(([officeId, { display }]) => [officeId, display.value]))
}

/** Who sees belts in their scope: unit administrators always, a base administrator where it is displayed, others never. */
export const seesBelts = (role: Role, display: BeltDisplay): boolean =>
  role === 'AdminUnitService' || role === 'AdminUnitContract' || (role === 'HeadquartersAdmin' && display === '1')
