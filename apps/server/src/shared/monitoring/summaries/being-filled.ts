import { fillingMs } from './due.ts'

/**
 * SQL that is true of a due hour (alias `d`) which readings are still coming into in order: the worker's newest one lies in
 * it and came lately. `heardSince` is a parameter.
 */
export const isBeingFilled = (heardSince: string): string => `exists (
  select from worker_state s
   where s.company_id = d.company_id and s.user_id = d.user_id and s.last_at >= d.hour and s.last_at < d.hour + interval '1 hour'
     and s.heard_at >= ${heardSince}::timestamptz)`

/** Devices that were heard since then may still be filling an hour. */
export const heardSince = (now: Date): Date => new Date(now.getTime() - fillingMs)
