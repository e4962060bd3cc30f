/** The provider's own company, to which the service's administrators belong. No list shows it. */
export const providerId = 0

/** An office and the company it belongs to: every row of a customer is named by its company first. */
export type OfficeKey = { readonly companyId: number; readonly officeId: number }

/** An episode and the company it belongs to. */
export type AlertKey = { readonly companyId: number; readonly alertId: number }

/** A person and the company they belong to. */
export type PersonKey = { readonly companyId: number; readonly userId: number }

/** A device and the company it belongs to. */
export type DeviceKey = { readonly companyId: number; readonly deviceId: number }
