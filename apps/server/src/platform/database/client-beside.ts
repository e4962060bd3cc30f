import pg from 'pg'

/** A connection of the caller's own beside a pool's, to the same database. */
export const clientBeside = (pool: pg.Pool, options: pg.ClientConfig = {}): pg.Client => {
  const Client = (pool.options.Client as typeof pg.Client | undefined) ?? pg.Client
  return new Client({ ...pool.options, ...options })
}
