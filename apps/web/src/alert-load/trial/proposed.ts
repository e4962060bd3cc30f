import type { AlertTrial } from '@mimamori/contract/alert-trial'

/** The settings of a trial as the address of the master settings carries them: TYPE.KEY:value, with commas between. */
export const proposedOf = (settings: AlertTrial['settings']): string =>
  settings.map(({ type, key, after }) => `${type}.${key}:${after}`).join(',')
