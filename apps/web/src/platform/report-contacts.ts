import type { ReportContacts } from '@mimamori/contract/self-report'
import { useMemo, useSyncExternalStore } from 'react'

// The service worker's page reads it by this name.
const key = 'reportContacts'
type Stored = Readonly<Record<string, ReportContacts>>

// By hand rather than by schema: the sign-in page asks for them, too, and no other part of it needs schemas.
const isText = (value: unknown) => typeof value === 'string'
const isContacts = (value: unknown): value is ReportContacts => {
  if (typeof value !== 'object' || value === null) return false
  const { leader, sitePhone } = value as Partial<Record<keyof ReportContacts, unknown>>
  const person = leader as { readonly fullName?: unknown; readonly phone?: unknown } | null | undefined
  return (person === null || (isText(person?.fullName) && isText(person?.phone))) && (sitePhone === null || isText(sitePhone))
}

const listeners = new Set<() => void>()

const parse = (text: string | null): Stored => {
  try {
    const stored: unknown = JSON.parse(text ?? '{}')
    const entries = typeof stored === 'object' && stored !== null ? Object.entries(stored) : []
    return Object.fromEntries(entries.filter((entry): entry is [string, ReportContacts] => isContacts(entry[1])))
  } catch (error) {
    // Somebody edited the storage: as without one.
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

const read = () => localStorage.getItem(key)

const write = (stored: Stored) => {
  if (Object.keys(stored).length === 0) localStorage.removeItem(key)
  else localStorage.setItem(key, JSON.stringify(stored))
  for (const listener of listeners) listener()
}

/**
 * Keeps the numbers of those whom an account phones where its report does not arrive: they are needed where no server answers. The next
 * person of a shared device has their own.
 */
export const keepReportContacts = (account: string, contacts: ReportContacts): void => write({ ...parse(read()), [account]: contacts })

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The numbers of these accounts as they were answered last. */
export const useKeptReportContacts = (accounts: readonly string[]): readonly ReportContacts[] => {
  const text = useSyncExternalStore(subscribe, read)
  const stored = useMemo(() => parse(text), [text])
  return accounts.flatMap((account) => stored[account] ?? [])
}

/** Removes the numbers of all accounts but these. */
export const forgetReportContacts = (needed: ReadonlySet<string>): void =>
  write(Object.fromEntries(Object.entries(parse(read())).filter(([account]) => needed.has(account))))
