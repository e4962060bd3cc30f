import { z } from 'zod'
import type { LedgerEntry } from './erasure-store.ts'

const hex = z.string().regex(/^[0-9a-f]*$/)
const Line = z.object({
  erasureId: z.uuid(),
  companyId: z.number().int(),
  userId: z.number().int(),
  erasedAt: z.iso.datetime(),
  salt: hex,
  account: hex,
})
const Ledger = z.object({ format: z.literal('mimamori-erasures'), version: z.literal(1), erasures: z.array(Line) })

/** What the ledger beside files and backups is called. It names nobody. */
export const ledgerName = 'mimamori-erasures.json'

/** The ledger as a file holds it. */
export const writeLedger = (entries: readonly LedgerEntry[]): string => {
  const erasures = entries.map(({ erasedAt, salt, account, ...entry }) => ({
    ...entry,
    erasedAt: erasedAt.toISOString(),
    salt: salt.toString('hex'),
    account: account.toString('hex'),
  }))
  return `${JSON.stringify({ format: 'mimamori-erasures', version: 1, erasures }, null, 1)}\n`
}

/** @throws Error where the text is no ledger of this release */
export const readLedger = (text: string): LedgerEntry[] =>
  Ledger.parse(JSON.parse(text)).erasures.map(({ erasedAt, salt, account, ...entry }) => ({
    ...entry,
    erasedAt: new Date(erasedAt),
    salt: Buffer.from(salt, 'hex'),
    account: Buffer.from(account, 'hex'),
  }))

/** All that any of the ledgers says, each erasure once, the oldest first. */
export const mergeLedgers = (...ledgers: readonly (readonly LedgerEntry[])[]): LedgerEntry[] =>
  [...new Map(ledgers.flat().map((entry) => [entry.erasureId, entry])).values()].toSorted(
    (one, other) => one.erasedAt.getTime() - other.erasedAt.getTime() || (one.erasureId < other.erasureId ? -1 : 1),
  )
