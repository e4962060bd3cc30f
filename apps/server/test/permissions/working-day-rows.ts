import type { Context } from '../../src/platform/context.ts'

type Office = { readonly company_id: number; readonly office_id: number }

/** What is kept of a worker's working day. */
export const workingDayRows = (
  context: Pick<Context, 'db' | 'clock'>,
  { company_id, office_id }: Office,
  worker: { readonly user_id: number },
) => {
  const { db } = context
  return {
    /** A doctor's word about the worker, whose number it answers. */
    newOverride: async () => {
      const word = { kind: 'doctor', share: 50, reason: '医師の意見', set_at: context.clock(), set_by: worker.user_id }
      await db
        .insertInto('acclimatisation_override')
        .values({ company_id, user_id: worker.user_id, ...word })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return worker.user_id
    },
    newCheck: () =>
      db
        .insertInto('morning_check')
        .values({
          company_id,
          office_id,
          user_id: worker.user_id,
          day: '2026-07-20',
          answered_at: context.clock(),
          answers: JSON.stringify({ sleep: 'poor' }),
          counted: ['sleep'],
          source: 'self',
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
  }
}
