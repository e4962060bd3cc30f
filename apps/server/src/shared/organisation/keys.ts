/** The provider's own company, to which the service's administrators belong. No list shows it. */
export const providerId = 0

/**
 * The companies of rows, each once. A query over several companies names them beside its joins and in its subqueries, so that a
 * cluster asks their nodes alone; with one entry a row it would go through all of them for every row.
 */
export const companiesOf = (keys: readonly { readonly companyId: number }[]): number[] => [
  ...new Set(keys.map(({ companyId }) => companyId)),
]

/** An office and the company it belongs to: every row of a customer is named by its company first. */
export type OfficeKey = { readonly companyId: number; readonly officeId: number }

/** An episode and the company it belongs to. */
export type AlertKey = { readonly companyId: number; readonly alertId: number }

/** A person and the company they belong to. */
export type PersonKey = { readonly companyId: number; readonly userId: number }

/** A device and the company it belongs to. */
export type DeviceKey = { readonly companyId: number; readonly deviceId: number }
