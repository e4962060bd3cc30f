/**
 * What migrations change on purpose in the stored data of releases, by the migration: as `differencesOf` writes it. Whatever else is
 * not as the release left it fails the test of upgrades, so a migration that rewrites or drops something is added here.
 */
export const expectedDifferences: Readonly<Record<string, readonly string[]>> = {
  // Nobody counts as used to the heat any more of whom nothing says so; each site's change is in the audit log.
  '0081-acclimatisation-unless-known': [
    'app_user.exposure_counted_on',
    'app_user.observed_acclimatised',
    'audit_log: 28 of 25 rows',
    'office.acclimatised',
    'office.version',
  ],
}

/** Tables that a migration renames: their rows are looked for under the new name. */
export const renamedTables: Readonly<Record<string, string>> = { wallboard_link: 'office_link' }

/** Which table lies where on a cluster: migrations add to it with each table, and it holds no data of people. */
export const tablesOfTheSchema: ReadonlySet<string> = new Set(['table_place'])
