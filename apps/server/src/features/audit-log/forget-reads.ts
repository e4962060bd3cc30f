import { sql } from 'kysely'
import { companiesOf, eachCompany } from '../../shared/cluster-health/each-company.ts'
import type { Recurring } from '../../platform/database/recurring.ts'

/** How long it is kept who looked at somebody's health. */
export const readRetention = '1 year'

// Only from the old end, and only what is sealed: the chain continues from the hash of the last one removed.
const oldEnds = `
  select c.company_id, c.pruned_no as from_no, coalesce((select min(a.chain_no) from audit_log a
           where a.company_id = c.company_id and a.chain = 'read' and a.chain_no > c.pruned_no and a.at >= $1::timestamptz - interval '${readRetention}'),
         c.last_no + 1) - 1 as to_no
    from audit_chain c where c.company_id = $2 and c.chain = 'read'`

const movePruned = `
  update audit_chain c set pruned_no = a.chain_no, pruned_hash = a.hash
    from (${oldEnds}) e join audit_log a on a.company_id = $2 and a.chain = 'read' and a.chain_no = e.to_no
   where c.company_id = $2 and c.chain = 'read' and e.to_no > e.from_no`

const removePruned = `
  delete from audit_log a using audit_chain c
   where c.company_id = $1 and c.chain = 'read' and a.company_id = $1 and a.chain = 'read' and a.chain_no <= c.pruned_no`

/** Removes the entries about reads of health data whose year is over. */
export const forgetReadsJob: Recurring = {
  name: 'forget-reads',
  everySeconds: 3_600,
  lockedBy: 'session',
  run: (context, client) =>
    eachCompany(context, client, companiesOf('audit_chain', 'c', sql`c.chain = 'read'`), async (companyId) => {
      await client.query(movePruned, [context.clock(), companyId])
      await client.query(removePruned, [companyId])
    }),
}
