import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { companiesOf, eachCompany } from '../../shared/cluster-health/each-company.ts'
import type { Recurring } from '../../platform/database/recurring.ts'
import {
  beginning,
  type ChainName,
  type Digests,
  type EntryContent,
  entryContent,
  hashEntry,
  makeDigests,
  sealTurn,
} from '../../shared/audit/log-chain.ts'

type Unsealed = EntryContent & { readonly audit_id: number; readonly chain: ChainName }
type Head = { readonly chain: ChainName; readonly last_no: number; readonly last_hash: Buffer }
type Sealed = { readonly audit_id: number; readonly digests: Digests; readonly no: number; readonly hash: Buffer }

const entriesAtATime = 1_000
// What an import of thousands of rows left is sealed in a few turns, none of which holds its transaction for long.
const batchesATurn = 10

// Locked, so that nobody raises an entry between its hash and its place in the chain.
const findUnsealed = `
  select a.audit_id, a.chain, ${entryContent} from audit_log a
   where a.company_id = $1 and a.chain_no is null and (a.open_until is null or a.open_until <= $2)
   order by a.audit_id limit ${entriesAtATime} for update`

const findHeads = 'select c.chain, c.last_no, c.last_hash from audit_chain c where c.company_id = $1'

const seal = `
  update audit_log a set chain_no = s.no, hash = s.hash, digests = s.digests
    from unnest($2::bigint[], $3::bigint[], $4::bytea[], $5::jsonb[]) as s (audit_id, no, hash, digests)
   where a.company_id = $1 and a.audit_id = s.audit_id`

const moveHeads = `
  insert into audit_chain (company_id, chain, last_no, last_hash)
  select $1::int, h.* from unnest($2::text[], $3::bigint[], $4::bytea[]) as h
  on conflict (company_id, chain) do update set last_no = excluded.last_no, last_hash = excluded.last_hash`

/** Seals the oldest entries of a company that are not. Returns how many it found. */
const sealBatch = async (client: PoolClient, companyId: number, now: Date): Promise<number> => {
  const { rows: entries } = await client.query<Unsealed>(findUnsealed, [companyId, now])
  if (entries.length === 0) return 0
  const found = await client.query<Head>(findHeads, [companyId])
  const heads = new Map(found.rows.map((head) => [head.chain, head]))
  const moved = new Map<ChainName, Head>()
  const sealed = entries.map(({ audit_id, chain, rest, identifying }): Sealed => {
    const head = moved.get(chain) ?? heads.get(chain)
    const no = (head?.last_no ?? 0) + 1
    const digests = makeDigests(identifying)
    const hash = hashEntry(head?.last_hash ?? beginning, no, rest, digests)
    moved.set(chain, { chain, last_no: no, last_hash: hash })
    return { audit_id, digests, no, hash }
  })
  await client.query(seal, [
    companyId,
    sealed.map(({ audit_id }) => audit_id),
    sealed.map(({ no }) => no),
    sealed.map(({ hash }) => hash),
    sealed.map(({ digests }) => JSON.stringify(digests)),
  ])
  const ends = [...moved.values()]
  await client.query(moveHeads, [
    companyId,
    ends.map(({ chain }) => chain),
    ends.map(({ last_no }) => last_no),
    ends.map(({ last_hash }) => last_hash),
  ])
  return entries.length
}

/**
 * Takes the turn of changing a company's log besides adding to it, until the transaction ends; false where an erasure has it,
 * whose changes would not be in the hashes.
 */
const takeTurnOfCompany = async (client: PoolClient, companyId: number): Promise<boolean> => {
  const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_xact_lock(${sealTurn}, $1) as mine`, [companyId])
  return rows[0]?.mine === true
}

const withUnsealed = (now: Date) =>
  companiesOf('audit_log', 'a', sql`a.chain_no is null and (a.open_until is null or a.open_until <= ${now})`)

/**
 * Chains what was committed to the log since the last turn; an entry that is raised for an hour once that is over. One process at a time does so, so that each chain has one order
 * and nobody who writes waits for it.
 */
export const sealLogJob: Recurring = {
  name: 'seal-log',
  everySeconds: 1,
  lockedBy: 'session',
  run: (context, client) =>
    eachCompany(context, client, withUnsealed(context.clock()), async (companyId) => {
      if (!(await takeTurnOfCompany(client, companyId))) return
      for (let batch = 0; batch < batchesATurn; batch += 1)
        if ((await sealBatch(client, companyId, context.clock())) < entriesAtATime) return
    }),
}
