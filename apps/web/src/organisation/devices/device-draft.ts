import { wireInteger } from '@mimamori/contract/wire'

/** What a new device of any kind begins with: installed, and drawn once it has a place on a map. */
export const newInstallation = { installationStatus: '1', status: '1' } as const

/** The company, by which the offices to choose from are found; a device that has an office has its company with it. */
export const companyOf = (isNew: boolean) => ({ companyId: isNew ? wireInteger(1) : wireInteger(1).optional() })
