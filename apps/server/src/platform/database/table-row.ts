import type { Selectable } from 'kysely'
import type { Database } from './database-types.ts'

/** Columns of a table as a statement gives them, by the types that are generated from the migrations. */
export type TableRow<Table extends keyof Database, Column extends keyof Selectable<Database[Table]>> = Readonly<
  Pick<Selectable<Database[Table]>, Column>
>
