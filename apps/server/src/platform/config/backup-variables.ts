import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { isPlaceOfFiles, wholeNumber } from './forms.ts'
import type { Variables } from './variable.ts'

const keyLength = 16

/** Backups by schedule. */
export const backupVariables = {
  BACKUP_DIR: {
    schema: z
      .string()
      .refine(
        (text) => isAbsolute(text) || isPlaceOfFiles(text),
        '/ で始まるフォルダー、file:///… または s3://バケット/… の形にしてください。',
      )
      .optional(),
    absent: 'no backups by schedule',
    example: '/var/backups/mimamori',
    comment: 'Where backups are made each night: a folder that is there, on another disk, or s3://bucket/prefix, which needs BACKUP_KEY.',
  },
  BACKUP_KEY: {
    schema: z.string().min(keyLength, `${keyLength}文字以上にしてください。`).optional(),
    absent: 'backups are not encrypted',
    example: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
    comment: 'What backups are encrypted with: a public key of age, or a passphrase of 16 characters or more (takes 128 MB).',
  },
  BACKUP_HOUR: { schema: wholeNumber(0, 23), default: '3', comment: 'The hour of the day, in Japan, at which the backup is made.' },
  BACKUP_DAYS: { schema: wholeNumber(1, 3_650), default: '14', comment: 'The backups of the last so many days that have any are kept.' },
  BACKUP_WEEKS: {
    schema: wholeNumber(0, 520),
    default: '8',
    comment: 'Before those days the last backup of each week is kept, for so many weeks that have any.',
  },
} satisfies Variables
