/**
 * What a rule lets pass, and why. These lists may only shrink: an entry that its rule no longer needs fails the
 * build, and a new one wants a decision record.
 */

/** Files longer than the rule allows. */
export const longFiles: Record<string, string> = {}

/** Log calls that print a secret, because printing it is the product's promise. */
export const printedSecrets: Record<string, string> = {}

/** Files whose framework asks for a default export. */
export const defaultExports: Record<string, string> = {}

/** Tests that cannot run on every machine; a run names those it left out. */
export const machineTests: Record<string, string> = {
  'packages/embedded-postgres/src/embedded-postgres.test.ts': 'what root and Linux add to the start of the database exists only there',
  'packages/embedded-postgres/src/upgrade-cluster.test.ts': 'npm has the former version of PostgreSQL for Linux on x64 alone',
  'apps/server/test/upgrade-postgres.test.ts': 'npm has the former version of PostgreSQL for Linux on x64 alone',
  'apps/server/src/platform/files/prepare-data-folder.test.ts': 'only Linux shows its kernel in folders',
  'scripts/package/service.test.ts': 'only a machine with systemd can say what systemd makes of the unit',
  'apps/server/src/platform/traffic/listen-widely.test.ts': 'only Linux shares connections out among sockets at one port',
}

/** Domain words in rooms that should know none, as the rule words them. */
const environment = 'it reads every variable of the environment, whatever it is for'
export const domainWordsSaid: Record<string, string> = {
  'apps/server/src/platform/config/config.ts says “sismil”': environment,
  'apps/server/src/platform/config/config.ts says “wbgt”': environment,
  'apps/server/src/platform/config/config.ts says “WBGT”': environment,
  'apps/server/src/platform/config/outside-variables.ts says “sismil”': environment,
  'apps/server/src/platform/config/outside-variables.ts says “wbgt”': environment,
  'apps/server/src/platform/config/outside-variables.ts says “WBGT”': environment,
  'apps/server/src/platform/config/outside-variables.ts says “heat”': environment,
}

/** Folders that import each other in a circle, as the rule words them. */
export const foldersInCircles: Record<string, string> = {}

/** Places that switch the type checker or the linter off, by file. */
export const checkersSwitchedOff: Record<string, string> = {
  'apps/server/src/features/session/single-sign-on/talk.ts':
    'openid-client calls plain HTTP deprecated only so that it stands out; providers named in SSO_HOSTS may speak it (decisions/0057)',
}

/** Texts of the customer's catalogue that no screen says yet. */
export const unusedMessages: Record<string, string> = {}

/** What `found` holds beyond the exceptions, and the exceptions that nothing needs any more. */
export const beyond = (found: Iterable<string>, exceptions: Record<string, string>): string[] => {
  const all = new Set(found)
  return [
    ...[...all].filter((key) => exceptions[key] === undefined),
    ...Object.keys(exceptions)
      .filter((key) => !all.has(key))
      .map((key) => `${key} needs no exception any more`),
  ]
}
