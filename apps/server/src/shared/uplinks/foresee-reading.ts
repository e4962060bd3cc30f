import type { UplinkRefusal } from './uplink-reading.ts'

/** What would become of a reading that a site sent now. */
export type ForeseenUplink = {
  /** Null where it would be taken, or came already. */
  readonly refusal: UplinkRefusal | null
  /** Whether it has a WBGT, of its own or estimated; null for other kinds than heat, and where it cannot be read. */
  readonly judgesHeat: boolean | null
}

/**
 * Tells what would become of a reading, and stores nothing.
 * @param hasDevice false where no device is chosen yet, so that only the values are checked
 */
export type ForeseeReading = (
  site: { readonly companyId: number; readonly officeId: number },
  reading: Readonly<Record<string, unknown>>,
  hasDevice: boolean,
) => Promise<ForeseenUplink>
