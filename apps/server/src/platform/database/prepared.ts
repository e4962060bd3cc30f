import { type RawBuilder, sql } from 'kysely'

/**
 * SQL to begin a statement with whose text never changes: on a client (`onClient`) the database reads and plans it once a connection,
 * elsewhere each time. Not for a statement whose plan depends on how full a table is that fills and empties: it keeps the plan until the
 * table is analysed.
 * @param name lower-case words and hyphens, of one statement only
 */
export const prepared = (name: string): RawBuilder<unknown> => sql.raw(`/* prepared: ${name} */`)

/** The name that a statement's text was given by `prepared`. */
export const preparedName = (text: string): string | undefined => /^\s*\/\* prepared: ([a-z-]+) \*\//.exec(text)?.[1]
