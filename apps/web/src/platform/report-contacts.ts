import { ReportContacts } from '@mimamori/contract/self-report'
import { useMemo, useSyncExternalStore } from 'react'

// The service worker's page reads it by this name.
const key = 'reportContacts'
const nobody: ReportContacts = { leader: null, sitePhone: null }
const listeners = new Set<() => void>()
const announce = () => {
  for (const listener of listeners) listener()
}

/** Keeps the numbers of those whom somebody phones where their report does not arrive: they are needed where no server answers. */
export const keepReportContacts = (contacts: ReportContacts): void => {
  localStorage.setItem(key, JSON.stringify(contacts))
  announce()
}

const parse = (text: string | null): ReportContacts => {
  try {
    return ReportContacts.catch(nobody).parse(JSON.parse(text ?? 'null'))
  } catch (error) {
    // Somebody edited the storage: as without one.
    if (error instanceof SyntaxError) return nobody
    throw error
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const read = () => localStorage.getItem(key)

/** The numbers as they were answered last. */
export const useKeptReportContacts = (): ReportContacts => {
  const text = useSyncExternalStore(subscribe, read)
  return useMemo(() => parse(text), [text])
}

/** After a sign-out none remain, unless a report has not arrived yet. */
export const forgetReportContacts = (): void => {
  localStorage.removeItem(key)
  announce()
}
