import type { PoolClient } from 'pg'
import type { Recurring } from '../platform/recurring.ts'
import { beginning, type ChainName, entryText, hashEntry } from './chain.ts'

type Unsealed = { readonly audit_id: number; readonly company_id: number; readonly chain: ChainName; readonly text: string }
type Head = { readonly company_id: number; readonly chain: ChainName; readonly last_no: number; readonly last_hash: Buffer }
type Sealed = Unsealed & { readonly no: number; readonly hash: Buffer }

const entriesAtATime = 1_000
// What an import of thousands of rows left is sealed in a few turns, none of which holds its transaction for long.
const batchesATurn = 10

const keyOf = ({ company_id, chain }: Pick<Head, 'company_id' | 'chain'>) => `${company_id} ${chain}`

const findUnsealed = `
  select a.audit_id, a.company_id, a.chain, ${entryText} as text from audit_log a
   where a.chain_no is null order by a.audit_id limit ${entriesAtATime}`

const findHeads = `
  select c.company_id, c.chain, c.last_no, c.last_hash from audit_chain c where c.company_id = any($1::int[])`

const seal = `
  update audit_log a set chain_no = s.no, hash = s.hash
    from unnest($1::int[], $2::bigint[], $3::bigint[], $4::bytea[]) as s (company_id, audit_id, no, hash)
   where a.company_id = s.company_id and a.audit_id = s.audit_id`

const moveHeads = `
  insert into audit_chain (company_id, chain, last_no, last_hash)
  select * from unnest($1::int[], $2::text[], $3::bigint[], $4::bytea[])
  on conflict (company_id, chain) do update set last_no = excluded.last_no, last_hash = excluded.last_hash`

/** Seals the oldest entries that are not. Returns how many it found. */
const sealBatch = async (client: PoolClient): Promise<number> => {
  const { rows: entries } = await client.query<Unsealed>(findUnsealed)
  if (entries.length === 0) return 0
  const found = await client.query<Head>(findHeads, [[...new Set(entries.map(({ company_id }) => company_id))]])
  const heads = new Map(found.rows.map((head) => [keyOf(head), head]))
  const moved = new Map<string, Head>()
  const sealed = entries.map((entry): Sealed => {
    const { company_id, chain } = entry
    const head = moved.get(keyOf(entry)) ?? heads.get(keyOf(entry))
    const no = (head?.last_no ?? 0) + 1
    const hash = hashEntry(head?.last_hash ?? beginning, no, entry.text)
    moved.set(keyOf(entry), { company_id, chain, last_no: no, last_hash: hash })
    return { ...entry, no, hash }
  })
  await client.query(seal, [
    sealed.map(({ company_id }) => company_id),
    sealed.map(({ audit_id }) => audit_id),
    sealed.map(({ no }) => no),
    sealed.map(({ hash }) => hash),
  ])
  const ends = [...moved.values()]
  await client.query(moveHeads, [
    ends.map(({ company_id }) => company_id),
    ends.map(({ chain }) => chain),
    ends.map(({ last_no }) => last_no),
    ends.map(({ last_hash }) => last_hash),
  ])
  return entries.length
}

/**
 * Chains what was committed to the log since the last turn. One process at a time does so, so that each chain has one order
 * and nobody who writes waits for it.
 */
export const sealLogJob: Recurring = {
  name: 'seal-log',
  everySeconds: 1,
  run: async (_, client) => {
    for (let batch = 0; batch < batchesATurn; batch += 1) if ((await sealBatch(client)) < entriesAtATime) return
  },
}
