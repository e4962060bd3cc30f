/**
 * The release that may run beside the next one during an update: its version, its commit, and the last migration that is not checked.
 * What comes after leaves the former release working (decisions/0160).
 */
export const formerRelease = { version: '0.1.0', commit: 'eed976147', lastMigration: '0125-next-deliveries' }
