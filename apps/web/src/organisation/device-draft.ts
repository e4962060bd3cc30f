import { wireInteger } from '@mimamori/contract/wire'

/** What a new device of any kind begins with: installed, and drawn once it has a place on a map. */
export const newStand = { installationStatus: '1', locationName: '', status: '1' } as const

type Standing = { readonly installationStatus: string; readonly locationName: string | null; readonly status: string }

/** How a device stands, as a form holds it. */
export const standOf = ({ installationStatus, locationName, status }: Standing) => ({
  installationStatus,
  locationName: locationName ?? '',
  status,
})

/** The company, by which the sites to choose from are found; a device that has a site has its company with it. */
export const companyOf = (isNew: boolean) => ({ companyId: isNew ? wireInteger(1) : wireInteger(1).optional() })
