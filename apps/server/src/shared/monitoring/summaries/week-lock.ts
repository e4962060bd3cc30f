const lock = `hashtext('weeks of readings')`

// Locks of the table would be taken on every node of a cluster: one that is away would hold up everybody's summaries.
/** SQL: prevents weeks of readings from being dropped until the transaction ends. */
export const lockWeeksShared = `select pg_advisory_xact_lock_shared(${lock})`

/** SQL: waits for those who keep the weeks, and is waited for by them until the transaction ends; before any week is dropped. */
export const takeWeeks = `select pg_advisory_xact_lock(${lock})`
