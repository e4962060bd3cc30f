import type { Database } from '../../platform/database/database-types.ts'
import { accountFiles } from './files/account-files.ts'
import { alertFiles } from './files/alert-files.ts'
import { measuredFiles } from './files/measured-files.ts'
import { personFiles } from './files/person-files.ts'
import { readFile } from './files/read-file.ts'
import { workingDayFiles } from './files/working-day-files.ts'
import type { OwnFile } from './own-file.ts'

/**
 * What is kept of a person, a file each, as it is at an instant. A new table that has people in it fails a test until it is in a file
 * here or among `withoutOwnData`; so does a new column of a table that is in a file.
 */
export const ownFiles = (now: Date): readonly OwnFile[] => [
  ...personFiles,
  ...measuredFiles,
  ...workingDayFiles,
  ...alertFiles,
  ...accountFiles,
  readFile(now),
]

/** Tables that name people and are in no file, and why. */
export const withoutOwnData = {
  erasure: 'of people who are erased, whom nobody can sign in as',
  kept_answer: 'answers of the last day, kept to be sent once more',
  monthly_due: 'people whose hours are to be summed up by months',
  monthly_summary: 'sums of hours that are in a file themselves',
  sign_in_code: 'a sign-in under way, for a minute',
  sign_in_ticket: 'a sign-in under way, for five minutes',
  summary_due: 'hours that are to be counted',
  summary_recount: 'hours that are to be counted again',
  worker_checkpoint: 'sums of readings of the last days, which the judge continues from and nobody reads',
} as const satisfies Partial<Record<keyof Database, string>>
