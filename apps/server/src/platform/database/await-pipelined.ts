type Answers<Works extends readonly unknown[]> = { -readonly [Index in keyof Works]: Awaited<Works[Index]> }

// What a statement meets that comes after the one that failed (in_failed_sql_transaction): it hides the reason.
const isConsequence = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '25P02'

/**
 * Waits for statements of one transaction that were sent together, until the last has its answer: a statement that runs after the
 * failure of another would otherwise run outside the transaction.
 * @throws the first failure, rather than one that only follows from it
 */
export const awaitPipelined = async <const Works extends readonly unknown[]>(works: Works): Promise<Answers<Works>> => {
  const settled = await Promise.allSettled(works)
  const errors: unknown[] = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  if (errors.length > 0) throw errors.find((error) => !isConsequence(error)) ?? errors[0]
  return settled.map((one) => (one.status === 'fulfilled' ? one.value : undefined)) as Answers<Works>
}
