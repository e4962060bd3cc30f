import { sql } from 'kysely'
import { beginning, type ChainName, type EntryContent, entryContent, type ErasedEntry, isAsSealed } from '../../shared/audit/log-chain.ts'
import { readErasedEntries } from '../../shared/erasure/erased-entries.ts'
import type { Db } from '../../platform/context.ts'

export type ChainKey = { readonly companyId: number; readonly chain: ChainName }

/** An entry at its place in a chain. */
export type Place = ChainKey & { readonly no: number; readonly auditId: number; readonly at: Date }

/** What is wrong with a chain; of missing entries the numbers of the first and the last one. */
export type Fault =
  | (Place & { readonly kind: 'changed' | 'inserted' })
  | (ChainKey & { readonly kind: 'missing'; readonly no: number; readonly to: number })
  /** The chain is another than at an earlier check. */
  | (ChainKey & { readonly kind: 'replaced'; readonly no: number })
  /** The list of what an erasure changed is not the one that its entry, here by its number in the log, is about. */
  | (ChainKey & { readonly kind: 'erasure'; readonly auditId: number })

/** The end of a chain as it was seen at a check; `at` is null where its last entry's time to be kept is over. */
export type Head = ChainKey & { readonly no: number; readonly hash: string; readonly at: Date | null }

export type Verdict = {
  readonly faults: readonly Fault[]
  readonly heads: readonly Head[]
  readonly entries: number
  readonly unsealed: number
}

type Chain = ChainKey & { readonly lastNo: number; readonly lastHash: Buffer; readonly prunedNo: number; readonly prunedHash: Buffer }
type Entry = EntryContent & {
  readonly audit_id: number
  readonly at: Date
  readonly open_until: Date | null
  readonly chain_no: number
  readonly hash: Buffer
}

const entriesAtATime = 5_000
// An entry is dated when its transaction begins, and sealed after it ends: in that time others overtake it.
const longestTransactionMs = 3_600_000
const longestOpenMs = 3_600_000

// One that was raised for a while is sealed after that, among those of its end; longer than an hour none is.
const finishedMs = ({ at, open_until }: Entry): number =>
  open_until === null ? at.getTime() : Math.min(open_until.getTime(), at.getTime() + longestOpenMs)

const findChains = async (db: Db): Promise<readonly Chain[]> => {
  // A chain whose end was removed shows by its entries.
  const { rows } = await sql<Chain>`
    select k.company_id as "companyId", k.chain, coalesce(c.last_no, 0) as "lastNo", coalesce(c.last_hash, '') as "lastHash",
           coalesce(c.pruned_no, 0) as "prunedNo", coalesce(c.pruned_hash, '') as "prunedHash"
      from (select a.company_id, a.chain from audit_log a where a.chain_no is not null group by 1, 2
             union select h.company_id, h.chain from audit_chain h) k
      left join audit_chain c on c.company_id = k.company_id and c.chain = k.chain
     order by k.company_id, k.chain`.execute(db)
  return rows
}

const readEntries = async (db: Db, { companyId, chain }: ChainKey, after: number): Promise<readonly Entry[]> => {
  const { rows } = await sql<Entry>`
    select a.audit_id, a.at, a.open_until, a.chain_no, a.hash, ${sql.raw(entryContent)} from audit_log a
     where a.company_id = ${companyId} and a.chain = ${chain} and a.chain_no > ${after}
     order by a.chain_no limit ${entriesAtATime}`.execute(db)
  return rows
}

async function* entriesOf(db: Db, key: ChainKey, after: number): AsyncGenerator<Entry> {
  let last = after
  for (;;) {
    const entries = await readEntries(db, key, last)
    yield* entries
    if (entries.length < entriesAtATime) return
    last = entries.at(-1)?.chain_no ?? last
  }
}

type ErasedEntries = ReadonlyMap<number, ErasedEntry>

const verifyChain = async (db: Db, chain: Chain, erased: ErasedEntries): Promise<{ faults: Fault[]; entries: number; head: Head }> => {
  const key: ChainKey = { companyId: chain.companyId, chain: chain.chain }
  const faults: Fault[] = []
  // Of changes nothing is ever removed, whatever the end of their chain says.
  const isPruned = chain.chain === 'read'
  let no = isPruned ? chain.prunedNo : 0
  let hash = isPruned ? chain.prunedHash : beginning
  let newest = -Infinity
  let last: Place | undefined
  let entries = 0
  for await (const entry of entriesOf(db, key, no)) {
    entries += 1
    const isNext = entry.chain_no === no + 1
    const here: Place = { ...key, no: entry.chain_no, auditId: entry.audit_id, at: entry.at }
    if (entry.chain_no > chain.lastNo) faults.push({ ...here, kind: 'inserted' })
    else if (!isNext) faults.push({ ...key, kind: 'missing', no: no + 1, to: entry.chain_no - 1 })
    // After a gap the hash before this entry is gone, and the entry after it still proves this one's own.
    else if (!isAsSealed({ before: hash, no: entry.chain_no, hash: entry.hash }, entry, erased.get(entry.audit_id)))
      faults.push({ ...here, kind: 'changed' })
    else if (finishedMs(entry) < newest - longestTransactionMs) faults.push({ ...here, kind: 'inserted' })
    newest = Math.max(newest, finishedMs(entry))
    no = entry.chain_no
    hash = entry.hash
    last = here
  }
  if (no < chain.lastNo) faults.push({ ...key, kind: 'missing', no: no + 1, to: chain.lastNo })
  // Somebody who changed the last entry and its hash has left the end of the chain as it was.
  else if (last !== undefined && no === chain.lastNo && !hash.equals(chain.lastHash)) faults.push({ ...last, kind: 'changed' })
  return { faults, entries, head: { ...key, no: chain.lastNo, hash: chain.lastHash.toString('hex'), at: last?.at ?? null } }
}

/** What erasures changed in the log of each company, and those whose lists are not what they were. */
const readErasures = async (db: Db, chains: readonly ChainKey[]) => {
  const faults: Fault[] = []
  const erased = new Map<number, ErasedEntries>()
  for (const companyId of new Set(chains.map((chain) => chain.companyId))) {
    const found = await readErasedEntries(db, companyId)
    erased.set(companyId, found.erased)
    faults.push(...found.broken.map((auditId): Fault => ({ companyId, chain: 'change', kind: 'erasure', auditId })))
  }
  return { faults, erased }
}

/** Reads the whole log and says where its chains do not hold. Entries of the last moments are not sealed yet. */
export const verifyLog = (db: Db): Promise<Verdict> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const chains = await findChains(trx)
      const { faults, erased } = await readErasures(trx, chains)
      const heads: Head[] = []
      let entries = 0
      for (const chain of chains) {
        const found = await verifyChain(trx, chain, erased.get(chain.companyId) ?? new Map())
        faults.push(...found.faults)
        heads.push(found.head)
        entries += found.entries
      }
      const { rows } = await sql<{ count: number }>`select count(*) as count from audit_log a where a.chain_no is null`.execute(trx)
      return { faults, heads, entries, unsealed: rows[0]?.count ?? 0 }
    })
