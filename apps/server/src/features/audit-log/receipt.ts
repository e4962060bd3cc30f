import { readFile, writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/context.ts'
import { readRetention } from './forget-reads.ts'
import type { Fault, Head } from './verify.ts'

const Receipt = z.object({
  checkedAt: z.iso.datetime(),
  heads: z.array(
    z.object({
      companyId: z.number().int(),
      chain: z.enum(['change', 'read']),
      no: z.number().int(),
      hash: z.string().regex(/^[0-9a-f]*$/),
      at: z.iso.datetime().nullable(),
    }),
  ),
})
export type Receipt = z.infer<typeof Receipt>

/** Where the chains ended at the last check; undefined where there was none. */
export const readReceipt = async (file: string): Promise<Receipt | undefined> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const parsed = Receipt.safeParse(JSON.parse(text))
  if (!parsed.success) throw new Error(`${file} は検証の控えではありません。 / ${file} is no receipt of a check.`)
  return parsed.data
}

export const writeReceipt = (file: string, heads: readonly Head[], now: Date): Promise<void> =>
  writeFile(file, `${JSON.stringify({ checkedAt: now.toISOString(), heads }, null, 1)}\n`, { mode: 0o600 })

/**
 * The chains that are not the ones of an earlier check: anyone who rewrites a whole chain, its hashes and its end, cannot
 * rewrite a receipt that is kept elsewhere. A read that has been removed since counts where its year was over.
 */
export const compareReceipt = async (db: Db, receipt: Receipt, now: Date): Promise<Fault[]> => {
  const faults: Fault[] = []
  for (const { companyId, chain, no, hash, at } of receipt.heads) {
    const isOver = sql`${chain} = 'read' and coalesce(${at}::timestamptz < ${now}::timestamptz - ${sql.lit(readRetention)}::interval, true)`
    const { rows } = await sql<{ held: boolean }>`
      select exists (select from audit_log a where a.company_id = ${companyId} and a.chain = ${chain} and a.chain_no = ${no}
                        and a.hash = ${Buffer.from(hash, 'hex')})
          or (${isOver} and exists (select from audit_chain c where c.company_id = ${companyId} and c.chain = 'read'
                                       and (c.pruned_no > ${no} or c.pruned_no = ${no} and c.pruned_hash = ${Buffer.from(hash, 'hex')}))) as held
    `.execute(db)
    if (rows[0]?.held !== true) faults.push({ companyId, chain, kind: 'replaced', no })
  }
  return faults
}
