/** A type of another file that samples hand rows on as. */
export type OfficeKey = { readonly companyId: number; readonly officeId: number }
