import { sql } from 'kysely'
import type { TestDatabase } from '../../apps/server/src/platform/database/test-database.ts'
import type { OfficeKey } from './office-key.ts'

type OwnRow = { readonly officeName: string }
export type Office = { readonly officeName: string; readonly isOpen: boolean }

/** Statements, those that are not named in one way under what the rule says of them. */
export const named = {
  right: [
    () => sql<{ office_id: number; name: string }>`select`,
    () => sql<OfficeKey & { readonly groupName: string }>`select`,
    () => sql<Office[]>`select`,
    () => sql<Pick<Office, 'isOpen'>>`select`,
    () => sql<Date>`select`,
    ({ db }: TestDatabase) => db.selectFrom('office').select(['office_id as officeId']).execute(),
  ],
  wrong: {
    'names name_of as the database does and officeId as the program does': () => sql<{ name_of: string; officeId: number }>`select`,
    'names has_gone as the database does and officeName as the program does': () => sql<Office & { has_gone: boolean }>`select`,
    'names isOpen as the program does, and no exported type has it': () => sql<{ isOpen: boolean }>`select`,
    'names officeName as the program does, and no exported type has it': () => sql<OwnRow>`select`,
    'names company_id as the database does and officeId as the program does': ({ db }: TestDatabase) =>
      db.selectFrom('office').select(['company_id', 'office_id as officeId']).execute(),
    'names jobId as the program does, and no exported type has it': ({ pool }: TestDatabase) => pool.query<{ jobId: string }>('select'),
  },
}
