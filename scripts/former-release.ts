/**
 * The release that may run beside the next one during an update: its version, its commit, and its last migration. What comes after that
 * leaves the release working (decisions/0160).
 */
export const formerRelease = { version: '0.2.0', commit: 'bc3e317d6', lastMigration: '0130-deliveries-sent' }
