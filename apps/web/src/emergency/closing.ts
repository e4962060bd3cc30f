import { outcomes, type Outcome } from '@mimamori/contract/alert'

/** What somebody has written of how an episode ended; `begun` once they want to end it. */
export type Closing = { readonly begun: boolean; readonly outcome: Outcome | undefined; readonly note: string }

export const unwritten: Closing = { begun: false, outcome: undefined, note: '' }

/** What somebody had written before the session ended. */
export const closingOf = (given: Readonly<Record<string, unknown>> | undefined): Closing => ({
  begun: given?.['begun'] === true,
  outcome: outcomes.find((outcome) => outcome === given?.['outcome']),
  note: typeof given?.['note'] === 'string' ? given['note'] : '',
})
